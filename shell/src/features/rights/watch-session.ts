import { onReturn } from '../../state/on-return.ts'
import { refusalAtom } from '../../state/refusal.ts'
import type { Services } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { leave } from './leave.ts'
import { readRights } from './rights-calls.ts'

const ENDED = 'Your session has ended. Sign in again.'
const GONE = 401

/**
 * Ends this browser's session once the server says that it is over: the user excluded or deleted themselves in another
 * browser. Whoever's call it was, the answer counts; coming back to the page asks.
 * @returns ends it
 */
export function watchSession(services: Services, page: Window = window): () => void {
  const { store, supabase, log } = services

  async function onRefusal(): Promise<void> {
    const refusal = store.get(refusalAtom)
    if (!refusal || !store.get(userAtom)) return
    if (refusal.code === 'SELF_EXCLUDED') return leave(services, refusal.message)
    if (refusal.status !== GONE) return
    // An old token is refreshed by the auth client; only the provider knows whether the user is there still.
    const { error } = await supabase.auth.getUser()
    if (error?.code === 'user_not_found' && store.get(userAtom)) await leave(services, ENDED)
  }
  // Its refusal arrives as any other does.
  const ask = () => void readRights(services).catch((thrown) => log('session', thrown))
  const refused = () => void onRefusal()
  const unsubscribe = store.sub(refusalAtom, refused)
  refused()
  const returning = onReturn(services, ask, page)
  return () => {
    unsubscribe()
    returning.end()
  }
}
