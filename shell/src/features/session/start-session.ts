import { STORAGE } from '../../config/storage-keys.ts'
import type { Services } from '../../state/services.ts'
import { passwordResetAtom, userAtom } from '../../state/session.ts'
import { type AuthLink, hasAuthLink } from './auth-link.ts'
import { SessionLink } from './session-link.ts'
import { TabSession } from './tab-session.ts'

/** Longest wait for session and profile, ms (S2). */
export const AUTH_TIMEOUT_MS = 3_000

/**
 * Synchronizes the shell's session with the auth client's, in this tab and, through the client's broadcasts,
 * in all other tabs.
 * @param link the e-mail link that opened this page, if any
 * @returns stops synchronizing
 */
export function startSession(services: Services, link: AuthLink, page: Window = window): () => void {
  const { store, supabase, log } = services
  const isOpening = link.tokens !== null || link.code !== null
  const timeoutMs = navigator.onLine ? AUTH_TIMEOUT_MS : 0
  const tab = new TabSession(services, page, { notice: link.error, isOpening }, timeoutMs)
  const { data } = supabase.auth.onAuthStateChange((event, session) => {
    log('auth', event)
    if (!tab.isOpeningLink) tab.update(event, session)
  })
  const sessionLink = new SessionLink(services, tab)
  if (isOpening) void sessionLink.open(link)
  if (link.mailed) sessionLink.offer(link.mailed)

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
    if (session && !tab.isOpeningLink && tab.lacksSession) tab.update('SIGNED_IN', session)
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // A password recovery was started, completed or cancelled in another tab.
    if (key === STORAGE.passwordReset)
      store.set(passwordResetAtom, newValue !== null && newValue === store.get(userAtom)?.id)
    if (key === STORAGE.session && newValue && tab.lacksSession) void catchUp()
  }
  page.addEventListener('hashchange', onHash)
  page.addEventListener('storage', onStorage)
  return () => {
    tab.stop()
    data.subscription.unsubscribe()
    page.removeEventListener('hashchange', onHash)
    page.removeEventListener('storage', onStorage)
  }
}
