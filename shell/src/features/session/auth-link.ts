import { CONFIRM_PATH } from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { LINK_EXPIRED, LOGIN_FAILED, linkErrorText, OTHER_MAILBOX } from '../../state/error-text.ts'
import type { MailedToken } from '../../state/session.ts'

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
  /** Token that a button uses up; null without one. */
  mailed: MailedToken | null
  /** Our text of the link's failure, or of a confirmation that waits for the other mailbox; null without one. */
  error: string | null
}

/** Link types whose tokens are accepted in the query (A7). */
const BY_QUERY = ['email', 'magiclink'] as const
/** Link types whose tokens are accepted in the hash. The provider puts the tokens of all its mails there. */
const BY_HASH = [...BY_QUERY, 'recovery', 'signup', 'invite', 'email_change'] as const
const SECRETS = ['access_token', 'refresh_token', 'provider_token', 'provider_refresh_token', 'token_hash']
const FAILURES = ['error', 'error_code', 'error_description']
const OURS = [
  ...SECRETS,
  ...FAILURES,
  'expires_in',
  'expires_at',
  'token_type',
  'type',
  'code',
  'email',
  'message',
  'sb',
]
/** An authorization code of the provider. Another `code` in the query is not part of a link. */
const CODE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>
const NOTHING: AuthLink = { tokens: null, code: null, recovery: false, mailed: null, error: null }

const partsOf = ({ search, hash }: Address) =>
  [new URLSearchParams(hash.slice(1)), new URLSearchParams(search)] as const
const codeOf = (part: URLSearchParams): string | null => {
  const code = part.get('code')
  return code !== null && CODE.test(code) ? code : null
}
/** The provider's text after the first of the two links that confirm a change of the e-mail. */
const isFirstConfirmation = (part: URLSearchParams): boolean =>
  !!part.get('message')?.startsWith('Confirmation link accepted')
const holds = (part: URLSearchParams): boolean =>
  [...SECRETS, ...FAILURES].some((name) => part.has(name)) ||
  codeOf(part) !== null ||
  isFirstConfirmation(part)

/** The parameters of a link to the page of mails. An address that is not one is ignored. */
const mailedToken = z.object({
  token_hash: z.string().regex(/^[\w.-]{16,200}$/),
  type: z.enum(BY_HASH),
  email: z
    .string()
    .regex(/^[^\s@]{1,64}@[^\s@]{1,189}$/)
    .nullable()
    .catch(null),
})

/** Whether the URL contains parameters of an e-mail link. */
export const hasAuthLink = (address: Address): boolean => partsOf(address).some(holds)

/** Reads the parameters of an e-mail link from the URL (A7). Tokens that cannot sign in are a failure. */
export function readAuthLink(address: Address): AuthLink {
  const [hash, query] = partsOf(address)
  const part = [hash, query].find(holds)
  if (!part) return NOTHING
  if (FAILURES.some((name) => part.has(name)))
    return { ...NOTHING, error: linkErrorText(part.get('error_code'), part.get('error_description')) }
  if (isFirstConfirmation(part)) return { ...NOTHING, error: OTHER_MAILBOX }
  if (part.has('token_hash')) {
    const mailed = mailedToken.safeParse({ email: null, ...Object.fromEntries(part) })
    return mailed.success ? { ...NOTHING, mailed: mailed.data } : { ...NOTHING, error: LINK_EXPIRED }
  }
  const type = part.get('type') ?? ''
  const access_token = part.get('access_token')
  const refresh_token = part.get('refresh_token')
  if (access_token && refresh_token && (part === hash ? BY_HASH : BY_QUERY).some((known) => known === type)) {
    const tokens = { access_token, refresh_token }
    return { ...NOTHING, tokens, recovery: type === 'recovery' }
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

const keptState = z.object({ mailed: mailedToken })

/**
 * Reads an e-mail link and removes it from the URL and from the history. Call before other code reads the
 * URL. A token that waits for its button stays in the history entry, so that a reload of the page keeps it.
 */
export function takeAuthLink({ location, history }: Window): AuthLink {
  const link = readAuthLink(location)
  if (hasAuthLink(location)) {
    const state = link.mailed ? { mailed: link.mailed } : null
    history.replaceState(state, '', withoutAuthLink(location))
    return link
  }
  if (location.pathname !== CONFIRM_PATH) return link
  return { ...link, mailed: keptState.safeParse(history.state).data?.mailed ?? null }
}
