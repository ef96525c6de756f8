import type { Profile, SessionUser } from '@propsight/shared/contracts'
import { atom } from 'jotai'

/** True until session and profile are known, at most three seconds. */
export const authLoadingAtom = atom(true)
export const userAtom = atom<SessionUser | null>(null)
export const profileAtom = atom<Profile | null>(null)
/** Set by a recovery link; the Set New Password screen stands until it is cleared. */
export const passwordResetAtom = atom(false)
/** Why the login screen shows, where there is something to say. */
export const authNoticeAtom = atom<string | null>(null)
/**
 * True while a form finishes what comes after the provider's answer (redeeming a code, reloading): the login screen
 * stays, though a session is there already.
 */
export const signingInAtom = atom(false)

export const creditsAtom = atom((get) => get(profileAtom)?.credits ?? null)
