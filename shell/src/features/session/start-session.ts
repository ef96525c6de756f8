import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { startTransition } from 'react'
import { STORAGE } from '../../config/storage-keys.ts'
import { redeemPending } from '../../state/pending-code.ts'
import { refreshProfile } from '../../state/refresh-profile.ts'
import { LOGIN_FAILED } from '../../state/sentence-of.ts'
import type { Services } from '../../state/services.ts'
import {
  authLoadingAtom,
  authNoticeAtom,
  passwordResetAtom,
  profileAtom,
  signingInAtom,
  userAtom,
} from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { type AuthLink, hasAuthLink } from './auth-link.ts'

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
    // What comes now is the whole first view, which React may render in slices.
    startTransition(() => store.set(authLoadingAtom, false))
  }
  /** Whose profile is being read: the client tells of one session several times when a page starts. */
  let reading: string | null = null
  /** A link is being opened: whoever was here before has no say until it is known whom it signs in. */
  let opening = link.tokens !== null
  let failure = link.error === null ? null : link.error || LOGIN_FAILED
  /** Whose things this page holds, in its parts and their stores. */
  let owner: string | null = null
  store.set(authNoticeAtom, failure)

  /** A code that waits is redeemed at the first sign-in by link; if that fails, the user is signed out. */
  async function redeemAfterLink(email: string) {
    if (!link.tokens || store.get(signingInAtom)) return
    try {
      await redeemPending(services, email)
    } catch (thrown) {
      store.set(authNoticeAtom, messageOf(thrown))
      await supabase.auth.signOut({ scope: 'local' })
    }
  }

  async function signedIn({ user: { id, email = '' } }: Session) {
    // Only a fresh page holds nothing of the user before. The form reloads by itself when it is through.
    if (owner && owner !== id && !store.get(signingInAtom)) return services.reload()
    owner = id
    const known = store.get(userAtom)
    if (known?.id !== id || known.email !== email) store.set(userAtom, { id, email })
    if (storage.get(STORAGE.passwordReset) === id) store.set(passwordResetAtom, true)
    if (failure) showToast(store, { message: failure, tone: 'low' })
    failure = null
    if (reading === id) return
    reading = id
    try {
      await redeemAfterLink(email)
      if (store.get(userAtom)?.id !== id) return
      await refreshProfile(services)
    } catch (thrown) {
      log('profile', thrown)
    } finally {
      if (reading === id) reading = null
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

  /** The flag names its user: whoever signs in here next has not forgotten a password. */
  function askNewPassword({ user }: Session) {
    storage.set(STORAGE.passwordReset, user.id)
    store.set(passwordResetAtom, true)
  }

  function update(event: AuthChangeEvent, session: Session | null) {
    if (!session) return signedOut(event)
    if (event === 'PASSWORD_RECOVERY') askNewPassword(session)
    if (event !== 'SIGNED_OUT') store.set(authNoticeAtom, null)
    // A fresh token is no news, but where the server was away when this page asked who is here.
    if (event === 'TOKEN_REFRESHED' && store.get(userAtom)) return
    // The client holds its lock while it tells us: its own methods may be called only afterwards.
    setTimeout(() => void signedIn(session), 0)
  }

  async function open(tokens: NonNullable<AuthLink['tokens']>) {
    const { data, error } = await supabase.auth
      .setSession(tokens)
      .catch((error: Error) => ({ data: null, error }))
    const session = data?.session ?? (await supabase.auth.getSession()).data.session
    opening = false
    if (error) failure = error.message || LOGIN_FAILED
    update(link.recovery && !error ? 'PASSWORD_RECOVERY' : 'SIGNED_IN', session)
    if (!session) store.set(authNoticeAtom, failure)
  }

  const { data } = supabase.auth.onAuthStateChange((event, session) => {
    log('auth', event)
    if (!opening) update(event, session)
  })
  if (link.tokens) void open(link.tokens)

  // A link that is pasted into the address bar of an open page loads nothing anew by itself.
  const onHash = () => {
    if (hasAuthLink(page.location)) services.reload()
  }
  /** Whom another tab signed in, while this page began: its broadcast may have come before anybody listened here. */
  async function catchUp() {
    const { session } = (await supabase.auth.getSession()).data
    if (session && !opening && !store.get(userAtom)) update('SIGNED_IN', session)
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // A password was asked for, set, or given up, in another tab.
    if (key === STORAGE.passwordReset)
      store.set(passwordResetAtom, newValue !== null && newValue === store.get(userAtom)?.id)
    if (key === STORAGE.session && newValue && !store.get(userAtom)) void catchUp()
  }
  page.addEventListener('hashchange', onHash)
  page.addEventListener('storage', onStorage)
  return () => {
    clearTimeout(limit)
    data.subscription.unsubscribe()
    page.removeEventListener('hashchange', onHash)
    page.removeEventListener('storage', onStorage)
  }
}
