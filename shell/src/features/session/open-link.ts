import * as z from '@propsight/shared/schema'
import type { Session } from '@supabase/supabase-js'
import { timeoutSignal } from '../../loader/remote-error.ts'
import { LINK_EXPIRED, LOGIN_FAILED } from '../../state/error-text.ts'
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

type Needs = Pick<Services, 'supabase' | 'storage' | 'config' | 'origin'>

export const OTHER_ACCOUNT =
  'That link belongs to another account, so nothing changed. Sign out before you open it.'
export const ALREADY_SIGNED_IN = 'You are signed in already, so the link was not used.'
export const NO_PASSWORD =
  'Your address is confirmed. Any earlier password was removed: set one in your account.'
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
    return await openTokens(services, link.tokens, link)
  } catch {
    return await kept(LOGIN_FAILED)
  }

  async function openTokens(
    { supabase }: Needs,
    tokens: Tokens,
    { recovery, noPassword }: Pick<AuthLink, 'recovery' | 'noPassword'>,
  ): Promise<OpenedLink> {
    const user = await readLinkUser(services, tokens.access_token)
    if (!user) return kept(LINK_EXPIRED)
    if (!(await mayTake(user))) {
      discard(services, tokens)
      return kept((await liveSession()) ? OTHER_ACCOUNT : null)
    }
    const { data, error } = await supabase.auth.setSession(tokens)
    if (error || data.session?.user.id !== user.id) return kept(LINK_EXPIRED)
    return {
      session: data.session,
      taken: true,
      recovery,
      notice: noPassword && !recovery ? NO_PASSWORD : null,
    }
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
