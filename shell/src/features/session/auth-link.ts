import { LINK_EXPIRED, LOGIN_FAILED, ONCE_PER_MONTH } from '../../state/error-text.ts'

export interface Tokens {
  access_token: string
  refresh_token: string
}

export interface AuthLink {
  /** Session tokens of the link; null when it has none that can sign in. */
  tokens: Tokens | null
  /** Authorization code of the PKCE flow; null without one. */
  code: string | null
  /** Whether the link is a password recovery. False for a code, whose verifier records it. */
  recovery: boolean
  /** Whether the account has no password, since the first proof of its mailbox cleared it. */
  noPassword: boolean
  /** Our text of the link's failure; null without a failure. */
  error: string | null
}

/** Link types whose tokens are accepted in the query (A7). */
const BY_QUERY = ['email', 'magiclink']
/** Link types whose tokens are accepted in the hash. The provider puts the tokens of all its mails there. */
const BY_HASH = [...BY_QUERY, 'recovery', 'signup', 'invite', 'email_change']
const SECRETS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token']
const FAILURES = ['error', 'error_code', 'error_description']
const OURS = [
  ...SECRETS,
  ...FAILURES,
  'expires_in',
  'expires_at',
  'token_type',
  'type',
  'code',
  'no_password',
]
/** An authorization code of the provider. Another `code` in the query is not part of a link. */
const CODE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Texts by `error_code`. The texts of the URL itself are never shown, because any site can craft a link:
 * `error_description` could tell visitors to call a telephone number.
 */
const TEXTS: Record<string, string> = {
  otp_expired: LINK_EXPIRED,
  flow_state_expired: LINK_EXPIRED,
  flow_state_not_found: LINK_EXPIRED,
  email_change_limited: ONCE_PER_MONTH,
  self_excluded: 'You excluded yourself. Sign-in stays closed until the exclusion ends.',
  user_not_found: 'This account was deleted.',
  address_refused: 'This address cannot be used',
  address_released: 'This address is free again. Sign up with an access code.',
  over_request_rate_limit: 'Too many attempts. Wait a few minutes and try again.',
}

/** Our text for an error code of the provider. */
const textOf = (errorCode: string | null): string =>
  (errorCode !== null && Object.hasOwn(TEXTS, errorCode) && TEXTS[errorCode]) || LOGIN_FAILED

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>
const NOTHING: AuthLink = { tokens: null, code: null, recovery: false, noPassword: false, error: null }

const partsOf = ({ search, hash }: Address) =>
  [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)] as const
const codeOf = (part: URLSearchParams): string | null => {
  const code = part.get('code')
  return code !== null && CODE.test(code) ? code : null
}
const holds = (part: URLSearchParams) =>
  [...SECRETS, ...FAILURES].some((name) => part.has(name)) || codeOf(part) !== null

/** Whether the URL contains parameters of an e-mail link. */
export const hasAuthLink = (address: Address): boolean => partsOf(address).some(holds)

/** Reads the parameters of an e-mail link from the URL (A7). Tokens that cannot sign in are a failure. */
export function readAuthLink(address: Address): AuthLink {
  const [hash, query] = partsOf(address)
  const part = [hash, query].find(holds)
  if (!part) return NOTHING
  if (FAILURES.some((name) => part.has(name))) return { ...NOTHING, error: textOf(part.get('error_code')) }
  const type = part.get('type') ?? ''
  const access_token = part.get('access_token')
  const refresh_token = part.get('refresh_token')
  if (access_token && refresh_token && (part === hash ? BY_HASH : BY_QUERY).includes(type)) {
    const tokens = { access_token, refresh_token }
    return { ...NOTHING, tokens, recovery: type === 'recovery', noPassword: part.has('no_password') }
  }
  const code = codeOf(part)
  if (part === query && code !== null && !SECRETS.some((name) => part.has(name))) return { ...NOTHING, code }
  return { ...NOTHING, error: LOGIN_FAILED }
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
