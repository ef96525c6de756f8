export interface AuthLink {
  /** Tokens of an e-mail link in the query string; those in the hash are the auth client's to read. */
  tokens: { access_token: string; refresh_token: string } | null
  /** Whether this page load came from a link of a mail, wherever its tokens stand. */
  arrived: boolean
  /** The provider's reason in the hash (or the query), for a link that did not work. */
  error: string | null
}

const LINK_TYPES = new Set(['email', 'magiclink'])

/** What an e-mail link put into the address (specification 1 §4). */
export function readAuthLink(address: Pick<Location, 'search' | 'hash'>): AuthLink {
  const query = new URLSearchParams(address.search)
  const hash = new URLSearchParams(address.hash.replace(/^#/, ''))
  const isLink = (part: URLSearchParams) =>
    LINK_TYPES.has(part.get('type') ?? '') && part.has('access_token') && part.has('refresh_token')
  const [access_token, refresh_token] = [query.get('access_token'), query.get('refresh_token')]
  const failed = [hash, query].find((part) => part.has('error') || part.has('error_description'))
  return {
    tokens: isLink(query) && access_token && refresh_token ? { access_token, refresh_token } : null,
    arrived: isLink(query) || isLink(hash),
    error: failed ? failed.get('error_description') || failed.get('error') || 'Failed to start login' : null,
  }
}

/** The address without what a link put there: tokens do not belong in a history. */
export function withoutAuthLink(address: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(address.search)
  const ours = ['access_token', 'refresh_token', 'expires_in', 'expires_at', 'token_type', 'type', 'error']
  for (const name of [...ours, 'error_code', 'error_description']) query.delete(name)
  const rest = query.toString()
  return `${address.pathname}${rest ? `?${rest}` : ''}`
}
