import * as z from '@propsight/shared/schema'
import { timeoutSignal } from '../../loader/remote-error.ts'
import { linkErrorText, NO_ANSWER, OTHER_MAILBOX } from '../../state/error-text.ts'
import type { MailedToken, MailedTokenFailure } from '../../state/session.ts'
import type { Tokens } from './auth-link.ts'
import {
  CALL_TIMEOUT_MS,
  discard,
  keepSession,
  type LinkUser,
  liveSession,
  type Needs,
  type OpenedLink,
  openTokens,
  userSchema,
} from './open-link.ts'

/** Result of a confirmed change of the e-mail in a browser without a session. */
export const emailChanged = (email: string): string => `The email is now ${email}. Sign in with it.`
/** Result of a confirmed change of the e-mail of another account than the one that is signed in. */
export const otherEmailChanged = (email: string, own: string): string =>
  `The email of another account is now ${email}. You are still signed in as ${own}.`

/** The session that a mailed token began; its account is not signed in here yet. */
export interface BegunSession {
  tokens: Tokens
  user: LinkUser
}

const verified = z.object({ access_token: z.string(), refresh_token: z.string(), user: userSchema })
const text = z.string().optional().catch(undefined)
const refused = z.object({ error_code: text, msg: text })

/**
 * Uses a mailed token up. Not through the auth client, which would replace a live session of another account.
 * @returns the new session; null if the provider waits for the other mailbox of an e-mail change
 */
export async function verifyMailedToken(
  { config, origin }: Needs,
  { token_hash, type }: MailedToken,
): Promise<{ begun: BegunSession | null } | { failure: MailedTokenFailure }> {
  try {
    const response = await fetch(`${config.supabaseUrl || origin}/auth/v1/verify`, {
      method: 'POST',
      headers: { apikey: config.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ token_hash, type }),
      signal: timeoutSignal(CALL_TIMEOUT_MS),
    })
    const body: unknown = await response.json()
    if (response.ok) {
      const { data } = verified.safeParse(body)
      if (!data) return { begun: null }
      const { user, ...tokens } = data
      return { begun: { tokens, user } }
    }
    if (response.status >= 500) return { failure: { text: NO_ANSWER, isOver: false } }
    const isOver = response.status !== 429
    const { error_code, msg } = refused.safeParse(body).data ?? {}
    return { failure: { text: linkErrorText(isOver ? error_code : 'over_request_rate_limit', msg), isOver } }
  } catch {
    return { failure: { text: NO_ANSWER, isOver: false } }
  }
}

/**
 * Opens the session that a mailed token began. A confirmed change of an e-mail signs no account in: another person may
 * have asked to change the e-mail of their account to the address of this mailbox.
 * @param ask asks the visitor whether to continue as this account
 * @throws Error when the auth service does not answer; the session can be opened later
 */
export async function openMailedToken(
  services: Needs,
  { type }: MailedToken,
  begun: BegunSession | null,
  ask: (email: string) => Promise<boolean>,
): Promise<OpenedLink> {
  if (!begun) return keepSession(services, OTHER_MAILBOX)
  const live = await liveSession(services)
  if (type !== 'email_change' || live?.user.id === begun.user.id)
    return openTokens(services, { ...begun, recovery: type === 'recovery' }, ask)
  discard(services, begun.tokens)
  const { email } = begun.user
  return keepSession(services, live ? otherEmailChanged(email, live.user.email ?? '') : emailChanged(email))
}
