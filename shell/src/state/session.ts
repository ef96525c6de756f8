import { type ApiError, flushPicks } from '@propsight/shared/client'
import type { Profile, SessionUser } from '@propsight/shared/contracts'
import { atom } from 'jotai'
import type { Services } from './services.ts'

/**
 * Latest failed API request of shell or remotes. Some failures mean that the session has ended
 * (`watchSession`).
 */
export const lastApiErrorAtom = atom<ApiError | null>(null)

/** True until session and profile are read, for at most three seconds (S2). */
export const authLoadingAtom = atom(true)
export const userAtom = atom<SessionUser | null>(null)
export const profileAtom = atom<Profile | null>(null)
/** Set by a recovery link. The Set New Password screen is shown until it is cleared (A9). */
export const passwordResetAtom = atom(false)
/** Notice on the login screen, for example the reason of a sign-out. */
export const authNoticeAtom = atom<string | null>(null)
/** A link of a mail that this browser did not request. It signs in only after the visitor accepts it. */
export interface LinkOffer {
  /** Account of the link, as verified by the server. */
  email: string
  accept(): void
  decline(): void
}
export const linkOfferAtom = atom<LinkOffer | null>(null)
/** Token of a mail's link. Opening the link does not use it up. */
export interface MailedToken {
  token_hash: string
  type: 'email' | 'magiclink' | 'signup' | 'invite' | 'recovery' | 'email_change'
  /** Address that the link names, until the server has confirmed it. */
  email: string | null
}
/** Why a mailed token was not accepted. `isOver`: it will not be accepted later either. */
export interface MailedTokenFailure {
  text: string
  isOver: boolean
}
/** A mail's link that waits for the visitor's decision. */
export interface MailedLink extends Pick<MailedToken, 'type' | 'email'> {
  /** Uses the token up. The page of the link stays open only with a failure. */
  accept(): Promise<MailedTokenFailure | null>
  /** Leaves the page of the link and keeps the token. */
  decline(): void
}
export const mailedLinkAtom = atom<MailedLink | null>(null)
/**
 * True while the login form finishes after the provider has created the session (redeeming a code,
 * reloading). The login screen stays visible, although a session exists.
 */
export const signingInAtom = atom(false)

export const creditsAtom = atom((get) => get(profileAtom)?.credits ?? null)
/** Number of the user's unread alerts. Separate from the alerts, so that the bell does not load their code. */
export const unreadAlertsAtom = atom(0)

/**
 * Ends the session in all tabs of this browser. Every sign-out of the shell goes through here: only this session can send
 * the picks of the last two seconds, so they are sent first.
 * @param options.hasEnded the server has ended the session: it would refuse the picks, which then stay on the device
 * @returns the error of the auth service; null if the session has ended
 */
export async function signOutHere(
  { supabase }: Pick<Services, 'supabase'>,
  { hasEnded = false }: { hasEnded?: boolean } = {},
) {
  if (!hasEnded) await flushPicks()
  return (await supabase.auth.signOut({ scope: 'local' })).error
}
