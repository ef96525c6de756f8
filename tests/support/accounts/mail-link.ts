/** The address in the text of a mail. @throws Error without one */
export function linkIn(text: string | undefined): string {
  const link = /https?:\/\/[^\s"'<>]+/.exec(text ?? '')?.[0]
  if (!link) throw new Error('the mail has no link')
  return link
}

/**
 * Uses the token of a mailed link, as the button of its page does.
 * @param service origin of the auth service
 * @returns the tokens of the session, or `error_code` and `error_description`
 */
export async function openMailLink(service: string, link: string): Promise<URLSearchParams> {
  const { token_hash, type } = Object.fromEntries(new URL(link).searchParams)
  const response = await fetch(`${service}/auth/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token_hash, type }),
  })
  const { access_token, refresh_token, error_code, msg } = await response.json()
  return new URLSearchParams(
    response.ok ? { access_token, refresh_token } : { error_code, error_description: msg },
  )
}

/**
 * The address that a project with the default templates mails. Opening it uses the token up, and its redirect
 * has the tokens of the session in the hash (row A7).
 */
export function defaultTemplateLink(service: string, link: string, redirectTo = service): string {
  const { searchParams } = new URL(link)
  const query = new URLSearchParams({
    token: searchParams.get('token_hash') ?? '',
    type: searchParams.get('type') ?? '',
    redirect_to: redirectTo,
  })
  return `${service}/auth/v1/verify?${query}`
}
