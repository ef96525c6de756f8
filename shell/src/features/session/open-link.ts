import * as z from '@propsight/shared/schema'
import type { Session } from '@supabase/supabase-js'
import { timeoutSignal } from '../../loader/remote-error.ts'
import { LINK_EXPIRED, LOGIN_FAILED } from '../../state/error-text.ts'
import { FIRST_PROOF, isFirstProof } from '../../state/first-proof.ts'
import { OTHER_ACCOUNT_USED } from '../../state/mail-error-text.ts'
import { takeLinkRequest } from '../../state/requested-link.ts'
import type { Services } from '../../state/services.ts'
import type { AuthLink, Tokens } from './auth-link.ts'

/** Result of a link: the session that applies now, if any, and what the visitor is told. */
export interface OpenedLink {
  session: Session | null
  /** Whether `session` comes from this link. */
  taken: boolean
  recovery: boolean
  notice: string | null
}

export type Needs = Pick<Services, 'supabase' | 'storage' | 'config' | 'origin'>

export const ALREADY_SIGNED_IN = 'You are signed in already, so the link was not used.'
export const OTHER_BROWSER =
  'This link works only in the browser in which it was requested. Request a new one here.'

export const userSchema = z.object({ id: z.string(), email: z.string().default('') })
export type LinkUser = z.infer<typeof userSchema>

/** Time limit of a call of the auth service. The page shows no sign-in form while a link is opened. */
export const CALL_TIMEOUT_MS = 10_000

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

/** Ends the session of a link that is not taken. A failure is ignored: the session expires unused. */
export const discard = (services: Needs, { access_token }: Tokens): void =>
  void callWithToken(services, 'logout?scope=local', access_token, 'POST').catch(() => undefined)

/** The session of this browser. */
export const liveSession = async ({ supabase }: Needs): Promise<Session | null> =>
  (await supabase.auth.getSession()).data.session

/** The result of a link that signs no account in. */
export const keepSession = async (services: Needs, notice: string | null): Promise<OpenedLink> => ({
  session: await liveSession(services),
  taken: false,
  recovery: false,
  notice,
})

/**
 * Opens the tokens or the code of a mail's link. A link never replaces a live session of another account, and
 * a link with tokens signs in only if this browser requested it or the visitor accepts it. Otherwise any site
 * could sign a visitor in to an account of the attacker (login CSRF).
 * @param ask asks the visitor whether to continue as this account
 */
export async function openLink(
  services: Needs,
  { code, tokens, recovery, error }: AuthLink,
  ask: (email: string) => Promise<boolean>,
): Promise<OpenedLink> {
  try {
    if (code !== null) return await openCode(services, code)
    if (tokens === null) return await keepSession(services, error)
    const user = await readLinkUser(services, tokens.access_token)
    return await (user
      ? openTokens(services, { tokens, user, recovery }, ask)
      : keepSession(services, LINK_EXPIRED))
  } catch {
    return await keepSession(services, LOGIN_FAILED)
  }
}

/**
 * Signs in with the tokens of a link, if the account may be taken.
 * @throws Error when the auth service does not answer; the tokens remain valid
 */
export async function openTokens(
  services: Needs,
  { tokens, user, recovery }: { tokens: Tokens; user: LinkUser; recovery: boolean },
  ask: (email: string) => Promise<boolean>,
): Promise<OpenedLink> {
  if (!(await mayTake(services, user, ask))) {
    discard(services, tokens)
    return keepSession(services, (await liveSession(services)) ? OTHER_ACCOUNT_USED : null)
  }
  const { data, error } = await services.supabase.auth.setSession(tokens)
  if (error && (error.name === 'AuthRetryableFetchError' || (error.status ?? 0) >= 500)) throw error
  if (error || data.session?.user.id !== user.id) return keepSession(services, LINK_EXPIRED)
  const asksForPassword = !recovery && (await isFirstProof(services, data.session))
  return { session: data.session, taken: true, recovery, notice: asksForPassword ? FIRST_PROOF : null }
}

async function mayTake(
  services: Needs,
  user: LinkUser,
  ask: (email: string) => Promise<boolean>,
): Promise<boolean> {
  const live = await liveSession(services)
  if (live) return live.user.id === user.id
  if (takeLinkRequest(services, user.email)) return true
  // A sign-in in another tab may have begun a session meanwhile.
  return (await ask(user.email)) && (await liveSession(services)) === null
}

async function openCode(services: Needs, code: string): Promise<OpenedLink> {
  const { auth } = services.supabase
  const live = await liveSession(services)
  if (live) {
    // The provider has applied a change of the e-mail already; the account of the code is unknown.
    const { data } = await auth.refreshSession()
    const session = data.session ?? live
    const notice = session.user.email === live.user.email ? ALREADY_SIGNED_IN : null
    return { ...(await keepSession(services, notice)), session }
  }
  const { data, error } = await auth.exchangeCodeForSession(code)
  if (error) {
    const isElsewhere = error.name === 'AuthPKCECodeVerifierMissingError'
    return keepSession(services, isElsewhere ? OTHER_BROWSER : LINK_EXPIRED)
  }
  const recovery = 'redirectType' in data && data.redirectType === 'recovery'
  return { session: data.session, taken: true, recovery, notice: null }
}
