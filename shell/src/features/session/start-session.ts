import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { STORAGE } from '../../config/storage-keys.ts'
import { redeemPending } from '../../state/access-code.ts'
import { loadProfile } from '../../state/profile.ts'
import type { Services } from '../../state/services.ts'
import {
  authLoadingAtom,
  authNoticeAtom,
  passwordResetAtom,
  profileAtom,
  signingInAtom,
  userAtom,
} from '../../state/session.ts'
import { type AuthLink, withoutAuthLink } from './auth-link.ts'

/** Longest wait for session and profile (specification 1 §9). */
export const AUTH_TIMEOUT_MS = 3_000

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/**
 * Keeps the shell's session in step with the auth client's, in this tab and (through its broadcasts) in every other.
 * @param link what an e-mail link left in the address of this page load
 * @returns ends it
 */
export function startSession(services: Services, link: AuthLink, page: Window = window): () => void {
  const { store, supabase, storage, queryClient, log } = services
  const limit = setTimeout(() => store.set(authLoadingAtom, false), AUTH_TIMEOUT_MS)
  const settled = () => {
    clearTimeout(limit)
    store.set(authLoadingAtom, false)
  }
  if (storage.get(STORAGE.passwordReset)) store.set(passwordResetAtom, true)
  if (link.error) store.set(authNoticeAtom, link.error)

  /** A code that waits is redeemed at the first sign-in by link; if that fails, the user is signed out. */
  async function redeemAfterLink(email: string) {
    if (!link.arrived || store.get(signingInAtom)) return
    try {
      await redeemPending(services, email)
    } catch (thrown) {
      store.set(authNoticeAtom, messageOf(thrown))
      await supabase.auth.signOut({ scope: 'local' })
    }
  }

  async function signedIn(session: Session) {
    const user = { id: session.user.id, email: session.user.email ?? '' }
    const known = store.get(userAtom)
    if (known?.id !== user.id || known.email !== user.email) store.set(userAtom, user)
    try {
      await redeemAfterLink(user.email)
      const profile = await loadProfile(supabase, user)
      // Another user may have signed in, or this one out, while the profile was on its way.
      if (store.get(userAtom)?.id === user.id) store.set(profileAtom, profile)
    } catch (thrown) {
      log('profile', thrown)
    } finally {
      settled()
    }
  }

  function signedOut(event: AuthChangeEvent) {
    const wasIn = store.get(userAtom) !== null
    store.set(userAtom, null)
    store.set(profileAtom, null)
    if (event === 'SIGNED_OUT') {
      store.set(passwordResetAtom, false)
      storage.remove(STORAGE.passwordReset)
      queryClient.clear()
      if (wasIn && !store.get(authNoticeAtom)) store.set(authNoticeAtom, 'You are signed out.')
    }
    settled()
  }

  const { data } = supabase.auth.onAuthStateChange((event, session) => {
    log('auth', event)
    // The client has read its tokens by now; it leaves a bare '#' behind.
    if (link.arrived && page.location.href.includes('#')) {
      page.history.replaceState(null, '', withoutAuthLink(page.location))
    }
    if (event === 'PASSWORD_RECOVERY') {
      storage.set(STORAGE.passwordReset, 'true')
      store.set(passwordResetAtom, true)
    }
    if (!session) return signedOut(event)
    if (event !== 'SIGNED_OUT') store.set(authNoticeAtom, null)
    // The client holds its lock while it tells us: its own methods may be called only afterwards.
    if (event !== 'TOKEN_REFRESHED') setTimeout(() => void signedIn(session), 0)
  })

  if (link.tokens) {
    page.history.replaceState(null, '', withoutAuthLink(page.location))
    supabase.auth.setSession(link.tokens).then(({ error }) => {
      if (error) store.set(authNoticeAtom, error.message)
    })
  } else if (link.error) {
    page.history.replaceState(null, '', withoutAuthLink(page.location))
  }
  return () => {
    clearTimeout(limit)
    data.subscription.unsubscribe()
  }
}
