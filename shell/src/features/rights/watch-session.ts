import { refusalAtom } from '../../state/refusal.ts'
import type { Services } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { leave } from './leave.ts'
import { readRights } from './rights-calls.ts'

/** Coming back to the page asks the server again after so long. */
export const ASK_AGAIN_MS = 30_000
const ENDED = 'Your session has ended. Sign in again.'
const GONE = 401

/**
 * Ends this browser's session once the server says that it is over: the user excluded or deleted themselves in another
 * browser. Whoever's call it was, the answer counts; coming back to the page asks.
 * @returns ends it
 */
export function watchSession(services: Services, page: Window = window): () => void {
  const { store, supabase, log } = services
  let asked = Date.now()

  async function onRefusal(): Promise<void> {
    const refusal = store.get(refusalAtom)
    if (!refusal || !store.get(userAtom)) return
    if (refusal.code === 'SELF_EXCLUDED') return leave(services, refusal.message)
    if (refusal.status !== GONE) return
    // An old token is refreshed by the auth client; only the provider knows whether the user is there still.
    const { error } = await supabase.auth.getUser()
    if (error?.code === 'user_not_found' && store.get(userAtom)) await leave(services, ENDED)
  }
  const onReturn = () => {
    if (page.document.visibilityState !== 'visible' || !store.get(userAtom)) return
    if (Date.now() - asked < ASK_AGAIN_MS) return
    asked = Date.now()
    // Its refusal arrives as any other does.
    readRights(services).catch((thrown) => log('session', thrown))
  }
  const refused = () => void onRefusal()
  const unsubscribe = store.sub(refusalAtom, refused)
  refused()
  page.addEventListener('focus', onReturn)
  page.addEventListener('online', onReturn)
  // A phone that shows the page again gives it no focus.
  page.document.addEventListener('visibilitychange', onReturn)
  return () => {
    unsubscribe()
    page.removeEventListener('focus', onReturn)
    page.removeEventListener('online', onReturn)
    page.document.removeEventListener('visibilitychange', onReturn)
  }
}
