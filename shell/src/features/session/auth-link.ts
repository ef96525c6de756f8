interface Tokens {
  access_token: string
  refresh_token: string
}

export interface AuthLink {
  /** What an e-mail link signs in with, if it may. */
  tokens: Tokens | null
  /** The link was asked for by somebody who forgot the password. */
  recovery: boolean
  /** Why the link does not work; '' where nobody says. */
  error: string | null
}

/** Types of link whose tokens are taken out of the query, as specified. */
const BY_QUERY = ['email', 'magiclink']
/** The hash is where the provider puts the tokens of every mail that it sends. */
const BY_HASH = [...BY_QUERY, 'recovery', 'signup', 'invite', 'email_change']
const SECRETS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token']
const FAILURES = ['error', 'error_code', 'error_description']
const OURS = [...SECRETS, ...FAILURES, 'expires_in', 'expires_at', 'token_type', 'type']
/** Anybody can write a link: what it says is shown as text, and no more of it than a provider would say. */
const LONGEST_REASON = 200

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>
const NOTHING: AuthLink = { tokens: null, recovery: false, error: null }

const partsOf = ({ search, hash }: Address) =>
  [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)] as const
const holds = (part: URLSearchParams) => [...SECRETS, ...FAILURES].some((name) => part.has(name))

/** Whether a link of a mail left something in the address. */
export const hasAuthLink = (address: Address): boolean => partsOf(address).some(holds)

/** What an e-mail link put into the address (specification 1 §4). Tokens that cannot sign in are a failure. */
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
  return { ...NOTHING, error: reason.slice(0, LONGEST_REASON) }
}

/** The address without what a link put there. */
export function withoutAuthLink(address: Address): string {
  const [hash, query] = partsOf(address)
  if (holds(query)) for (const name of OURS) query.delete(name)
  const rest = query.toString()
  return `${address.pathname}${rest && `?${rest}`}${holds(hash) ? '' : address.hash}`
}

/** Reads a link and takes it out of the address bar and of the history, before anything else looks at them. */
export function takeAuthLink({ location, history }: Window): AuthLink {
  const link = readAuthLink(location)
  if (hasAuthLink(location)) history.replaceState(null, '', withoutAuthLink(location))
  return link
}
