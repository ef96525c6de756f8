import * as z from '@propsight/shared/schema'
import type { Session } from '@supabase/supabase-js'
import { timeoutSignal } from '../../loader/remote-error.ts'
import {
  LINK_EXPIRED,
  LOGIN_FAILED,
  linkErrorText,
  NO_ANSWER,
  OTHER_ACCOUNT,
} from '../../state/error-text.ts'
import { takeLinkRequest } from '../../state/requested-link.ts'
import type { Services } from '../../state/services.ts'
import type { MailedToken, MailedTokenFailure } from '../../state/session.ts'
import type { AuthLink, Tokens } from './auth-link.ts'

/** Result of a link: the session that applies now, if any, and what the visitor is told. */
export interface OpenedLink {
  session: Session | null
  /** Whether `session` comes from this link. */
  taken: boolean
  recovery: boolean
  notice: string | null
}

type Needs = Pick<Services, 'supabase' | 'storage' | 'config' | 'origin'>

export const ALREADY_SIGNED_IN = 'You are signed in already, so the link was not used.'
export const FIRST_PROOF =
  'Your address is confirmed. If you did not set the password of this account, change it in your account now.'
export const OTHER_MAILBOX = 'Confirmed. Open the link in the mail to your other address, too.'
export const OTHER_BROWSER =
  'This link works only in the browser in which it was requested. Request a new one here.'

const userSchema = z.object({ id: z.string(), email: z.string().default('') })
type LinkUser = z.infer<typeof userSchema>

/** Time limit of a call of the auth service. The page shows no sign-in form while a link is opened. */
const CALL_TIMEOUT_MS = 10_000

/**
 * One call of the auth service with the token of a link. Not through the auth client, which would remove the
 * live session when the token of a link belongs to an ended one.
 */
const callWithToken = ({ config, origin }: Needs, path: string, token: string, method: string) =>
  fetch(`${config.supabaseUrl || origin}/auth/v1/${path}`, {
    method,
    headers: { apikey: config.publishableKey, authorization: `Bearer ${token}` },
    signal: timeoutSignal(CALL_TIMEOUT_MS),
  })

/** The account of a token, as the server reads it; null when the server refuses the token. */
async function readLinkUser(services: Needs, token: string): Promise<LinkUser | null> {
  const response = await callWithToken(services, 'user', token, 'GET')
  if (response.status >= 500) throw new Error('the auth service does not answer')
  return response.ok ? userSchema.parse(await response.json()) : null
}

/** Times of one sign-in differ by less: the database and the auth service take them one after the other. */
const SAME_MOMENT_MS = 1_000

/**
 * Whether the sign-in was the first proof of the mailbox of an account that was usable before. Another person may
 * have signed up with the address, and knows the password then.
 */
async function provesMailboxFirst({ supabase }: Needs, { user }: Session): Promise<boolean> {
  const profile = supabase.from('user_profiles').select('mailbox_proven_at').eq('user_id', user.id)
  const { data } = await profile.single<{ mailbox_proven_at: string | null }>()
  const proven = Date.parse(data?.mailbox_proven_at ?? '')
  const usable = Date.parse(user.email_confirmed_at ?? '')
  const signedIn = Date.parse(user.last_sign_in_at ?? '')
  return proven - usable > SAME_MOMENT_MS && Math.abs(signedIn - proven) < SAME_MOMENT_MS
}

const verified = z.object({ access_token: z.string(), refresh_token: z.string() })
const refused = z.object({ error_code: z.string().optional().catch(undefined) })

/**
 * Uses a mailed token up. Not through the auth client, which would replace a live session of another account.
 * @returns the tokens of the new session; none if the provider waits for the other mailbox of an e-mail change
 */
export async function verifyMailedToken(
  { config, origin }: Needs,
  { token_hash, type }: MailedToken,
): Promise<{ tokens: Tokens | null } | { failure: MailedTokenFailure }> {
  try {
    const response = await fetch(`${config.supabaseUrl || origin}/auth/v1/verify`, {
      method: 'POST',
      headers: { apikey: config.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ token_hash, type }),
      signal: timeoutSignal(CALL_TIMEOUT_MS),
    })
    const body: unknown = await response.json()
    if (response.ok) return { tokens: verified.safeParse(body).data ?? null }
    if (response.status >= 500) return { failure: { text: NO_ANSWER, isOver: false } }
    const isOver = response.status !== 429
    const code = isOver ? refused.safeParse(body).data?.error_code : 'over_request_rate_limit'
    return { failure: { text: linkErrorText(code), isOver } }
  } catch {
    return { failure: { text: NO_ANSWER, isOver: false } }
  }
}

/** Ends the session of a link that is not taken. A failure is ignored: the session expires unused. */
const discard = (services: Needs, { access_token }: Tokens): void =>
  void callWithToken(services, 'logout?scope=local', access_token, 'POST').catch(() => undefined)

/**
 * Opens the tokens or the code of a mail's link. A link never replaces a live session of another account, and
 * a link with tokens signs in only if this browser requested it or the visitor accepts it. Otherwise any site
 * could sign a visitor in to an account of the attacker (login CSRF).
 * @param ask asks the visitor whether to continue as this account
 */
export async function openLink(
  services: Needs,
  link: AuthLink,
  ask: (email: string) => Promise<boolean>,
): Promise<OpenedLink> {
  const liveSession = async () => (await services.supabase.auth.getSession()).data.session
  const kept = async (notice: string | null): Promise<OpenedLink> => ({
    session: await liveSession(),
    taken: false,
    recovery: false,
    notice,
  })
  try {
    if (link.code !== null) return await openCode(services, link.code, await liveSession())
    if (link.tokens === null) return await kept(link.error)
    return await openTokens(services, link.tokens, link.recovery)
  } catch {
    return await kept(LOGIN_FAILED)
  }

  async function openTokens({ supabase }: Needs, tokens: Tokens, recovery: boolean): Promise<OpenedLink> {
    const user = await readLinkUser(services, tokens.access_token)
    if (!user) return kept(LINK_EXPIRED)
    if (!(await mayTake(user))) {
      discard(services, tokens)
      return kept((await liveSession()) ? OTHER_ACCOUNT : null)
    }
    const { data, error } = await supabase.auth.setSession(tokens)
    if (error || data.session?.user.id !== user.id) return kept(LINK_EXPIRED)
    const isFirstProof = !recovery && (await provesMailboxFirst(services, data.session))
    return { session: data.session, taken: true, recovery, notice: isFirstProof ? FIRST_PROOF : null }
  }

  async function mayTake(user: LinkUser): Promise<boolean> {
    const live = await liveSession()
    if (live) return live.user.id === user.id
    if (takeLinkRequest(services, user.email)) return true
    // A sign-in in another tab may have begun a session meanwhile.
    return (await ask(user.email)) && (await liveSession()) === null
  }

  async function openCode({ supabase }: Needs, code: string, live: Session | null): Promise<OpenedLink> {
    if (live) {
      // The provider has applied a change of the e-mail already; the account of the code is unknown.
      const { data } = await supabase.auth.refreshSession()
      const session = data.session ?? live
      return { ...(await kept(session.user.email === live.user.email ? ALREADY_SIGNED_IN : null)), session }
    }
    const { data, error } = await supabase.auth.exchangeCodeForSession(code)
    if (error) return kept(error.name === 'AuthPKCECodeVerifierMissingError' ? OTHER_BROWSER : LINK_EXPIRED)
    const recovery = 'redirectType' in data && data.redirectType === 'recovery'
    return { session: data.session, taken: true, recovery, notice: null }
  }
}
