interface Tokens {
  access_token: string
  refresh_token: string
}

export interface AuthLink {
  /** Session tokens of the link; null when it cannot sign in. */
  tokens: Tokens | null
  /** Whether the link is a password recovery. */
  recovery: boolean
  /** Reason of the failure; '' when the link gives none; null without a failure. */
  error: string | null
}

/** Link types whose tokens are accepted in the query (A7). */
const BY_QUERY = ['email', 'magiclink']
/** Link types whose tokens are accepted in the hash. The provider puts the tokens of all its mails there. */
const BY_HASH = [...BY_QUERY, 'recovery', 'signup', 'invite', 'email_change']
const SECRETS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token']
const FAILURES = ['error', 'error_code', 'error_description']
const OURS = [...SECRETS, ...FAILURES, 'expires_in', 'expires_at', 'token_type', 'type']
/**
 * Maximum length of a shown reason, characters. Any site can craft a link, so its text is shown plain and
 * truncated.
 */
const MAX_REASON_CHARS = 200

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>
const NOTHING: AuthLink = { tokens: null, recovery: false, error: null }

const partsOf = ({ search, hash }: Address) =>
  [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)] as const
const holds = (part: URLSearchParams) => [...SECRETS, ...FAILURES].some((name) => part.has(name))

/** Whether the URL contains parameters of an e-mail link. */
export const hasAuthLink = (address: Address): boolean => partsOf(address).some(holds)

/** Reads the parameters of an e-mail link from the URL (A7). Tokens that cannot sign in are a failure. */
export function readAuthLink(address: Address): AuthLink {
  const [hash, query] = partsOf(address)
  const part = [hash, query].find(holds)
  if (!part) return NOTHING
  const failure = FAILURES.some((name) => part.has(name))
  const type = part.get('type') ?? ''
  const access_token = part.get('access_token')
  const refresh_token = part.get('refresh_token')
  if (!failure && access_token && refresh_token && (part === hash ? BY_HASH : BY_QUERY).includes(type)) {
    return { tokens: { access_token, refresh_token }, recovery: type === 'recovery', error: null }
  }
  const reason = part.get('error_description') || part.get('error') || ''
  return { ...NOTHING, error: reason.slice(0, MAX_REASON_CHARS) }
}

/** The URL without the parameters of an e-mail link. */
export function withoutAuthLink(address: Address): string {
  const [hash, query] = partsOf(address)
  if (holds(query)) for (const name of OURS) query.delete(name)
  const rest = query.toString()
  return `${address.pathname}${rest && `?${rest}`}${holds(hash) ? '' : address.hash}`
}

/**
 * Reads an e-mail link and removes it from the URL and from the history. Call before other code reads the
 * URL.
 */
export function takeAuthLink({ location, history }: Window): AuthLink {
  const link = readAuthLink(location)
  if (hasAuthLink(location)) history.replaceState(null, '', withoutAuthLink(location))
  return link
}
