import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { CheckedRequest } from './check-request.ts'
import { refusal } from './errors.ts'
import type { Mail } from './types.ts'

/** The templates of a hosted project (`supabase/config.toml`), which the service fills in. */
const template = (name: string, subject: string) => ({
  subject,
  content_path: fileURLToPath(new URL(`../../templates/${name}.html`, import.meta.url)),
})
export const MAIL_TEMPLATES = {
  confirmation: template('confirmation', 'Confirm your email'),
  recovery: template('recovery', 'Reset your password'),
  magic_link: template('magic-link', 'Sign in to Propsight'),
  email_change: template('email-change', 'Confirm your new email'),
}

/**
 * The token of a mail's link is a hash of the address and of its six-digit code, so it could be guessed as
 * easily as the code, without a limit for each address. The link therefore contains a signature as well.
 */
export const signMailToken = (token: string, secret: string): string =>
  `${token}.${createHmac('sha256', secret).update(`mail ${token}`).digest('base64url')}`

/** The token of a link whose signature is right; null for any other text. */
function verifiedToken(signed: string, secret: string): string | null {
  const [token = ''] = signed.split('.')
  const expected = Buffer.from(signMailToken(token, secret))
  const given = Buffer.from(signed)
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

const CODE = /^\d{6}$/

/**
 * The token that the service makes of an address and the code that was mailed to it; null for a text that is not such a
 * code. The service joins the two without a separator, so digits of a code could otherwise be moved into the address,
 * and each such address would have its own limit of guesses.
 */
const tokenOfCode = (email: string, code: string): string | null =>
  CODE.test(code) ? createHash('sha256').update(`${email.toLowerCase()}${code}`).digest('hex') : null

const VERIFY = '/auth/v1/verify'
/** The hosted service's name for a sign-in or sign-up by mail. This service knows the older name only. */
const ownType = (type: string) => (type === 'email' ? 'magiclink' : type)
const verifyBody = z.looseObject({
  type: z.string().optional(),
  email: z.string().optional(),
  token: z.string().optional(),
  token_hash: z.string().optional(),
})
/** The answer to a token that was used, has expired, or was never issued. */
const refuseToken = () => refusal(403, 'otp_expired', 'Email link is invalid or has expired')

/**
 * Prepares the use of a mailed token: checks the signature of a link, and translates type and code. `HEAD`
 * is refused, because this service would use the token up.
 * @returns the request as the service expects it, or the refusal; other requests unchanged
 */
export function prepareVerify({ call, json }: CheckedRequest, secret: string): CheckedRequest | Response {
  const url = new URL(call.url)
  if (url.pathname !== VERIFY) return { call, json }
  if (call.method === 'HEAD')
    return refusal(405, 'method_not_allowed', 'Method not allowed', { allow: 'GET, POST' })
  if (call.method === 'GET') {
    const token = verifiedToken(url.searchParams.get('token') ?? '', secret)
    // The service redirects with the error of an unknown token.
    url.searchParams.set('token', token ?? 'none')
    url.searchParams.set('type', ownType(url.searchParams.get('type') ?? ''))
    return { call: new Request(url, call), json }
  }
  const body = verifyBody.safeParse(json).data
  if (call.method !== 'POST' || !body) return { call, json }
  const { email, token: code, token_hash: signed, type = '', ...others } = body
  const token = signed
    ? verifiedToken(signed, secret)
    : email && code && tokenOfCode(email.trim(), code.trim())
  if (token === null) return refuseToken()
  const translated = { ...others, type: ownType(type), ...(token && { token_hash: token }) }
  const { headers, signal } = call
  return {
    call: new Request(url, { method: 'POST', headers, signal, body: JSON.stringify(translated) }),
    json: translated,
  }
}

interface OutgoingMail {
  to: string | string[]
  subject: string
  text?: string | undefined
  html?: string | undefined
}

const LINK = /(href=")([^"]+)(")/
/** The link of the service's own texts, which the templates do not replace. */
const SERVICE_LINK = /https?:\S+\/auth\/v1\/verify\S*/

interface MailDriverOptions {
  onMail: (mail: Mail) => void | Promise<void>
  secret: string
  /** The redirect target of the current request, which the service loses; null for the default page. */
  redirectTo: () => string | null
}

/**
 * Passes mails to `onMail` with the link of the template, completed: its token is signed, its origin is the one
 * that the client used, and it names the recipient.
 */
export function createMailDriver({ onMail, secret, redirectTo }: MailDriverOptions) {
  const completed = (link: string, to: string): string => {
    const url = new URL(link.replaceAll('&amp;', '&'))
    url.searchParams.set('token_hash', signMailToken(url.searchParams.get('token_hash') ?? '', secret))
    url.searchParams.set('email', to)
    return `${URL.parse(redirectTo() ?? '')?.origin ?? url.origin}${url.pathname}${url.search}`
  }
  return {
    async send({ to: recipients, subject, text = '', html = '' }: OutgoingMail): Promise<void> {
      const to = Array.isArray(recipients) ? recipients.join(', ') : recipients
      const template = LINK.exec(html)?.[2]
      const link = template === undefined ? '' : completed(template, to)
      await onMail({
        to,
        subject,
        text: text.replace(SERVICE_LINK, () => link),
        html: html.replace(LINK, (_, before, _link, after) => before + link.replaceAll('&', '&amp;') + after),
        at: new Date().toISOString(),
      })
    },
  }
}
