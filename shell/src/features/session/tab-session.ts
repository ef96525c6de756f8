import { COPY_KEY, SET_ASIDE_KEY, unsentPart } from '@propsight/shared/client'
import {
  LAST_BOARD_CACHE,
  ODDS_SETTINGS_KEY,
  OFFLINE_ATTRIBUTE,
  type SessionUser,
} from '@propsight/shared/contracts'
import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { startTransition } from 'react'
import { STORAGE } from '../../config/storage-keys.ts'
import type { redeemPendingCode } from '../../state/pending-code.ts'
import { refreshProfile } from '../../state/profile.ts'
import { tabStorage } from '../../state/safe-storage.ts'
import type { Services } from '../../state/services.ts'
import {
  authLoadingAtom,
  authNoticeAtom,
  linkOfferAtom,
  passwordResetAtom,
  profileAtom,
  signingInAtom,
  signOutHere,
  userAtom,
} from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'

/** Prefix of what remotes store. The shell removes its own values by name. */
const PREFIX = 'propsight:'

/**
 * What stays of a stored value after its user signed out: picks that the server does not have yet, what could not be
 * read of the picks, which may be such a pick, and the settings of prices until another user signs in.
 */
function remainderOf(key: string, text: string, userId: string): string | null {
  if (key === `${COPY_KEY}:${userId}`) return unsentPart(text)
  return key === `${SET_ASIDE_KEY}:${userId}` || key === ODDS_SETTINGS_KEY ? text : null
}

/** Removes the settings of prices unless they are of the user who signs in: they name the books of their user. */
export function claimDevice(userId: string): void {
  try {
    const settings = JSON.parse(localStorage.getItem(ODDS_SETTINGS_KEY) ?? '')
    if (settings.userId !== userId) localStorage.removeItem(ODDS_SETTINGS_KEY)
  } catch {
    // A denied storage holds nothing.
  }
}

/** Removes what names a user, in its key or value, from the storage of this browser: another person may use it next. */
export function clearDevice(userId: string, areas = [() => localStorage, () => sessionStorage]): void {
  for (const area of areas) {
    try {
      const storage = area()
      for (const key of Object.keys(storage)) {
        const text = storage.getItem(key) ?? ''
        if (!key.startsWith(PREFIX) || !(key + text).includes(userId)) continue
        const rest = remainderOf(key, text, userId)
        if (rest === null) storage.removeItem(key)
        else if (rest !== text) storage.setItem(key, rest)
      }
    } catch {
      // A denied storage holds nothing.
    }
  }
}

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

/** What a link of a mail has left for the next sign-in. */
export interface LinkResult {
  readonly notice: string | null
  /** Redeems a pending access code. Null unless the session comes from the link. */
  readonly redeem: typeof redeemPendingCode | null
}

/**
 * - `unknown`: the page has shown no user.
 * - `unrenewed`: the page shows the user of a stored session that the client could not renew yet.
 * - `known`: the page has shown the user of a renewed session. A sign-out leaves it, because the page holds data of
 *   that user, in its remotes and their stores.
 */
type TabState =
  | { readonly phase: 'unknown' }
  | { readonly phase: 'unrenewed' | 'known'; readonly userId: string }

/** The session as this tab shows it. */
export class TabSession {
  readonly #services: Services
  readonly #page: Window
  readonly #timeout: ReturnType<typeof setTimeout>
  /** The user of the session that this browser held when the page opened. */
  readonly #atStart: SessionUser | null
  #state: TabState = { phase: 'unknown' }
  #link: LinkResult
  /** The user whose profile is being read. The client reports the same session several times at page start. */
  #readingProfileOf: string | null = null
  /** Whether a link is being opened. Until its user is known, events of the client are ignored. */
  isOpeningLink: boolean

  /**
   * @param link its notice, and whether it is being opened
   * @param timeoutMs longest wait for session and profile, ms
   */
  constructor(
    services: Services,
    page: Window,
    link: { notice: string | null; isOpening: boolean },
    timeoutMs: number,
  ) {
    this.#services = services
    this.#page = page
    this.#atStart = readStoredUser(services.storage)
    this.#link = { notice: link.notice, redeem: null }
    this.isOpeningLink = link.isOpening
    services.store.set(authNoticeAtom, link.notice)
    this.#timeout = setTimeout(() => {
      this.#showStoredUser()
      services.store.set(authLoadingAtom, false)
    }, timeoutMs)
  }

  /** Ends the loading state. */
  settle(): void {
    this.stop()
    // A transition, because the whole first view renders now and React may render it in slices.
    startTransition(() => this.#services.store.set(authLoadingAtom, false))
  }

  stop(): void {
    clearTimeout(this.#timeout)
  }

  /** Whether the page shows no user of a renewed session. */
  get lacksSession(): boolean {
    return this.#state.phase === 'unrenewed' || !this.#services.store.get(userAtom)
  }

  /**
   * Without a network, or on a page that was opened without the API: shows the user of a stored session without a
   * confirmation of the provider. A refusal would have removed the session.
   * @returns whether there is one
   */
  #showStoredUser(): boolean {
    const { store, storage } = this.#services
    const isReachable =
      navigator.onLine && !this.#page.document.documentElement.hasAttribute(OFFLINE_ATTRIBUTE)
    const user = isReachable || this.isOpeningLink || store.get(userAtom) ? null : readStoredUser(storage)
    if (!user) return false
    this.#state = { phase: 'unrenewed', userId: user.id }
    store.set(userAtom, user)
    return true
  }

  /** Redeems a pending access code after sign-in by link. A failure signs the user out (A6). */
  async #redeemAfterLink(email: string): Promise<void> {
    const { store } = this.#services
    if (store.get(signingInAtom)) return
    try {
      await this.#link.redeem?.(this.#services, email)
    } catch (thrown) {
      store.set(authNoticeAtom, messageOf(thrown))
      await signOutHere(this.#services)
    }
  }

  async #readProfile({ id, email }: SessionUser): Promise<void> {
    if (this.#readingProfileOf === id) return
    this.#readingProfileOf = id
    try {
      await this.#redeemAfterLink(email)
      if (this.#services.store.get(userAtom)?.id !== id) return
      await refreshProfile(this.#services)
    } catch (thrown) {
      this.#services.log('profile', thrown)
    } finally {
      if (this.#readingProfileOf === id) this.#readingProfileOf = null
      this.settle()
    }
  }

  async #signIn({ user: { id, email = '' } }: Session): Promise<void> {
    const { store, storage } = this.#services
    store.get(linkOfferAtom)?.decline()
    // A reload clears all data of the previous user. During a sign-in by form, the form itself reloads at its
    // end.
    const isOther = this.#state.phase !== 'unknown' && this.#state.userId !== id
    if (isOther && !store.get(signingInAtom)) return this.#services.reload()
    this.#state = { phase: 'known', userId: id }
    claimDevice(id)
    const current = store.get(userAtom)
    if (current?.id !== id || current.email !== email) store.set(userAtom, { id, email })
    if (storage.get(STORAGE.passwordReset) === id) store.set(passwordResetAtom, true)
    this.#showNotice()
    await this.#readProfile({ id, email })
  }

  /** Shows the notice that a link, or else the sign-in form before its reload, has left. */
  #showNotice(): void {
    const { store } = this.#services
    let { notice } = this.#link
    if (!store.get(signingInAtom)) {
      notice ??= tabStorage.get(STORAGE.signInNotice)
      tabStorage.remove(STORAGE.signInNotice)
    }
    if (notice) showToast(store, { message: notice, tone: 'low' })
    this.#link = { ...this.#link, notice: null }
  }

  #signOut(event: AuthChangeEvent): void {
    const { store, storage, api } = this.#services
    const shown = store.get(userAtom)
    // The client has removed a session that ended while no page of this browser was open.
    const isOver = event === 'SIGNED_OUT' || (this.#atStart !== null && storage.get(STORAGE.session) === null)
    const user = shown ?? (isOver ? this.#atStart : null)
    if (user) {
      storage.remove(STORAGE.requestedLink(user.email))
      storage.remove(STORAGE.pendingEmail(user.id))
    }
    store.set(userAtom, null)
    store.set(profileAtom, null)
    if (isOver) this.#clear(user)
    // A session of the admin key ends with the user's session. Answered without one, too.
    if (isOver && shown) api.json('/api/admin/session/end', { body: {} }).catch(() => undefined)
    if (isOver && shown && !store.get(authNoticeAtom)) store.set(authNoticeAtom, 'You are signed out.')
    this.settle()
  }

  /** Removes the data of an ended session from this page and this browser. */
  #clear(user: SessionUser | null): void {
    const { store, storage, queryClient } = this.#services
    store.set(passwordResetAtom, false)
    storage.remove(STORAGE.passwordReset)
    queryClient.clear()
    if (user) clearDevice(user.id)
    void globalThis.caches?.delete(LAST_BOARD_CACHE).catch(() => undefined)
  }

  /**
   * Stores the user id with the recovery flag, so that it does not apply to the next user of this browser.
   */
  #askNewPassword({ user }: Session): void {
    this.#services.storage.set(STORAGE.passwordReset, user.id)
    this.#services.store.set(passwordResetAtom, true)
  }

  /** Applies an event of the auth client. */
  update(event: AuthChangeEvent, session: Session | null) {
    const { store } = this.#services
    if (!session) {
      if (event === 'INITIAL_SESSION' && (this.#state.phase === 'unrenewed' || this.#showStoredUser()))
        return this.settle()
      return this.#signOut(event)
    }
    if (event === 'PASSWORD_RECOVERY') this.#askNewPassword(session)
    if (event !== 'SIGNED_OUT') store.set(authNoticeAtom, null)
    // A token refresh changes nothing, unless the session could not be read before because the server was
    // down.
    if (event === 'TOKEN_REFRESHED' && !this.lacksSession) return
    // The client holds its lock during this callback, so its methods must be called later.
    setTimeout(() => void this.#signIn(session), 0)
  }

  /** Applies the session that applies after a link was opened, and what the link has left. */
  applyLink(result: LinkResult, session: Session | null, isRecovery: boolean): void {
    this.isOpeningLink = false
    this.#link = result
    this.update(isRecovery ? 'PASSWORD_RECOVERY' : 'SIGNED_IN', session)
    if (!session) this.#services.store.set(authNoticeAtom, result.notice)
  }
}
