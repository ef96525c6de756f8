import { LAST_BOARD_CACHE, OFFLINE_ATTRIBUTE, type SessionUser } from '@propsight/shared/contracts'
import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { startTransition } from 'react'
import { STORAGE } from '../../config/storage-keys.ts'
import { LOGIN_FAILED, NO_ANSWER } from '../../state/error-text.ts'
import type { redeemPendingCode } from '../../state/pending-code.ts'
import { refreshProfile } from '../../state/profile.ts'
import { tabStorage } from '../../state/safe-storage.ts'
import type { Services } from '../../state/services.ts'
import {
  authLoadingAtom,
  authNoticeAtom,
  linkOfferAtom,
  type MailedToken,
  type MailedTokenFailure,
  mailedLinkAtom,
  passwordResetAtom,
  profileAtom,
  signingInAtom,
  userAtom,
} from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { type AuthLink, hasAuthLink } from './auth-link.ts'
import { clearDevice } from './clear-device.ts'
import type { BegunSession } from './mailed-token.ts'
import type { OpenedLink } from './open-link.ts'

/** Longest wait for session and profile, ms (S2). */
export const AUTH_TIMEOUT_MS = 3_000

/** The user of the session in the storage, whether or not it is still valid. */
function readStoredUser(storage: Services['storage']): SessionUser | null {
  try {
    const { id, email } = JSON.parse(storage.get(STORAGE.session) ?? '').user
    return typeof id === 'string' && typeof email === 'string' ? { id, email } : null
  } catch {
    return null
  }
}

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/**
 * Synchronizes the shell's session with the auth client's, in this tab and, through the client's broadcasts,
 * in all other tabs.
 * @param link the e-mail link that opened this page, if any
 * @returns stops synchronizing
 */
export function startSession(services: Services, link: AuthLink, page: Window = window): () => void {
  const { store, supabase, storage, queryClient, log } = services
  const limit = setTimeout(
    () => {
      showStoredUser()
      store.set(authLoadingAtom, false)
    },
    navigator.onLine ? AUTH_TIMEOUT_MS : 0,
  )
  const settled = () => {
    clearTimeout(limit)
    // A transition, because the whole first view renders now and React may render it in slices.
    startTransition(() => store.set(authLoadingAtom, false))
  }
  /**
   * Id of the user whose profile is being read. The client reports the same session several times at page
   * start.
   */
  let reading: string | null = null
  const hasLink = link.tokens !== null || link.code !== null
  /** Whether a link is being opened. Until its user is known, events of the client are ignored. */
  let opening = hasLink
  /** Redeems a pending access code. Null unless the session comes from the link. */
  let redeem: typeof redeemPendingCode | null = null
  let failure = link.error
  /** Id of the user whose data this page holds, in its remotes and their stores. */
  let owner: string | null = null
  /** Whether the shown user is that of a session that the client could not renew yet. */
  let isUnrenewed = false
  /** The user of the session that this browser held when the page opened. */
  const atStart = readStoredUser(storage)
  store.set(authNoticeAtom, failure)

  /**
   * Without a network, or on a page that was opened without the API: shows the user of a stored session without a
   * confirmation of the provider. A refusal would have removed the session.
   * @returns whether there is one
   */
  function showStoredUser(): boolean {
    const isReachable = navigator.onLine && !page.document.documentElement.hasAttribute(OFFLINE_ATTRIBUTE)
    const user = isReachable || opening || store.get(userAtom) ? null : readStoredUser(storage)
    if (!user) return false
    owner = user.id
    isUnrenewed = true
    store.set(userAtom, user)
    return true
  }

  /** Redeems a pending access code after sign-in by link. A failure signs the user out (A6). */
  async function redeemAfterLink(email: string) {
    if (store.get(signingInAtom)) return
    try {
      await redeem?.(services, email)
    } catch (thrown) {
      store.set(authNoticeAtom, messageOf(thrown))
      await supabase.auth.signOut({ scope: 'local' })
    }
  }

  async function signedIn({ user: { id, email = '' } }: Session) {
    store.get(linkOfferAtom)?.decline()
    // A reload clears all data of the previous user. During a sign-in by form, the form itself reloads at its
    // end.
    if (owner && owner !== id && !store.get(signingInAtom)) return services.reload()
    owner = id
    isUnrenewed = false
    const current = store.get(userAtom)
    if (current?.id !== id || current.email !== email) store.set(userAtom, { id, email })
    if (storage.get(STORAGE.passwordReset) === id) store.set(passwordResetAtom, true)
    if (!store.get(signingInAtom)) {
      failure ??= tabStorage.get(STORAGE.signInNotice)
      tabStorage.remove(STORAGE.signInNotice)
    }
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
    const shown = store.get(userAtom)
    // The client has removed a session that ended while no page of this browser was open.
    const isOver = event === 'SIGNED_OUT' || (atStart !== null && storage.get(STORAGE.session) === null)
    const user = shown ?? (isOver ? atStart : null)
    if (user) {
      storage.remove(STORAGE.requestedLink(user.email))
      storage.remove(STORAGE.pendingEmail(user.id))
    }
    store.set(userAtom, null)
    store.set(profileAtom, null)
    if (isOver) {
      store.set(passwordResetAtom, false)
      storage.remove(STORAGE.passwordReset)
      // A session of the admin key ends with the user's session. Answered without one, too.
      if (shown) services.api.json('/api/admin/session/end', { body: {} }).catch(() => undefined)
      queryClient.clear()
      if (user) clearDevice(user.id)
      void globalThis.caches?.delete(LAST_BOARD_CACHE).catch(() => undefined)
      if (shown && !store.get(authNoticeAtom)) store.set(authNoticeAtom, 'You are signed out.')
    }
    settled()
  }

  /**
   * Stores the user id with the recovery flag, so that it does not apply to the next user of this browser.
   */
  function askNewPassword({ user }: Session) {
    storage.set(STORAGE.passwordReset, user.id)
    store.set(passwordResetAtom, true)
  }

  function update(event: AuthChangeEvent, session: Session | null) {
    if (!session) {
      if (event === 'INITIAL_SESSION' && (isUnrenewed || showStoredUser())) return settled()
      return signedOut(event)
    }
    if (event === 'PASSWORD_RECOVERY') askNewPassword(session)
    if (event !== 'SIGNED_OUT') store.set(authNoticeAtom, null)
    // A token refresh changes nothing, unless the session could not be read before because the server was
    // down.
    if (event === 'TOKEN_REFRESHED' && store.get(userAtom) && !isUnrenewed) return
    // The client holds its lock during this callback, so its methods must be called later.
    setTimeout(() => void signedIn(session), 0)
  }

  /** Shows the question whether to continue as the account of a link, and waits for the answer. */
  function ask(email: string): Promise<boolean> {
    opening = false
    store.set(mailedLinkAtom, null)
    return new Promise((resolve) => {
      const answer = (isAccepted: boolean) => () => {
        store.set(linkOfferAtom, null)
        opening = isAccepted
        resolve(isAccepted)
      }
      store.set(linkOfferAtom, { email, accept: answer(true), decline: answer(false) })
      settled()
    })
  }

  const loadLink = () => import(/* webpackChunkName: "link" */ './link.ts')

  function apply({ session, taken, recovery, notice }: OpenedLink, redeemCode: typeof redeem) {
    opening = false
    redeem = taken ? redeemCode : null
    failure = notice
    update(recovery ? 'PASSWORD_RECOVERY' : 'SIGNED_IN', session)
    if (!session) store.set(authNoticeAtom, failure)
  }

  async function open(opened: AuthLink) {
    try {
      const { openLink, redeemPendingCode } = await loadLink()
      apply(await openLink(services, opened, ask), redeemPendingCode)
    } catch (thrown) {
      log('link', thrown)
      const { session } = (await supabase.auth.getSession()).data
      apply({ session, taken: false, recovery: false, notice: LOGIN_FAILED }, null)
    }
  }

  /** Shows the page of a mail's link. Only its button uses the token up: programs open links, too. */
  function offerMailed(mailed: MailedToken) {
    /** What the used token began, kept until it is opened: the server may not answer in between. */
    let used: { begun: BegunSession | null } | null = null
    const leave = () => {
      store.set(mailedLinkAtom, null)
      services.location.navigate('/', { replace: true })
    }
    async function accept(): Promise<MailedTokenFailure | null> {
      const { verifyMailedToken, openMailedToken, redeemPendingCode } = await loadLink()
      if (!used) {
        const answer = await verifyMailedToken(services, mailed)
        if ('failure' in answer) return answer.failure
        used = answer
      }
      opening = true
      try {
        const askUnlessNamed = async (email: string) => email === mailed.email || ask(email)
        apply(await openMailedToken(services, mailed, used.begun, askUnlessNamed), redeemPendingCode)
      } catch (thrown) {
        log('link', thrown)
        opening = false
        store.set(mailedLinkAtom, offer)
        return { text: NO_ANSWER, isOver: false }
      }
      leave()
      return null
    }
    function decline() {
      leave()
      const begun = used?.begun
      if (begun) void loadLink().then(({ discard }) => discard(services, begun.tokens))
    }
    const offer = { type: mailed.type, email: mailed.email, accept, decline }
    store.set(mailedLinkAtom, offer)
  }

  const { data } = supabase.auth.onAuthStateChange((event, session) => {
    log('auth', event)
    if (!opening) update(event, session)
  })
  if (hasLink) void open(link)
  if (link.mailed) offerMailed(link.mailed)

  // Pasting a link into the address bar of an open page changes only the hash, which does not reload the
  // page.
  const onHash = () => {
    if (hasAuthLink(page.location)) services.reload()
  }
  /**
   * Reads a session that another tab created during page start: its broadcast may have been too early for
   * this tab.
   */
  async function catchUp() {
    const { session } = (await supabase.auth.getSession()).data
    if (session && !opening && (isUnrenewed || !store.get(userAtom))) update('SIGNED_IN', session)
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // A password recovery was started, completed or cancelled in another tab.
    if (key === STORAGE.passwordReset)
      store.set(passwordResetAtom, newValue !== null && newValue === store.get(userAtom)?.id)
    if (key === STORAGE.session && newValue && (isUnrenewed || !store.get(userAtom))) void catchUp()
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
