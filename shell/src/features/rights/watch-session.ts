import { onReturn } from '../../state/on-return.ts'
import type { Services } from '../../state/services.ts'
import { lastApiErrorAtom, userAtom } from '../../state/session.ts'
import { endSession, readRights } from './rights-api.ts'

const ENDED = 'Your session has ended. Sign in again.'
const UNAUTHORIZED = 401

/**
 * Ends this browser's session when the server reports that the user was excluded or deleted, for example from
 * another browser. Reacts to the refusal of any API request. Requests the rights when the user returns to the
 * page, so that an idle page notices too.
 * @returns stops watching
 */
export function watchSession(services: Services, page: Window = window): () => void {
  const { store, supabase, log } = services

  async function onRefusal(): Promise<void> {
    const refusal = store.get(lastApiErrorAtom)
    if (!refusal || !store.get(userAtom)) return
    if (refusal.code === 'SELF_EXCLUDED') return endSession(services, refusal.message)
    if (refusal.status !== UNAUTHORIZED) return
    // A 401 may only mean an expired token, which the auth client refreshes. The provider knows if the user
    // exists.
    const { error } = await supabase.auth.getUser()
    if (error?.code === 'user_not_found' && store.get(userAtom)) await endSession(services, ENDED)
  }
  // A refusal of this request arrives through `lastApiErrorAtom`, as for any other request.
  const ask = () => void readRights(services).catch((thrown) => log('session', thrown))
  const refused = () => void onRefusal()
  const unsubscribe = store.sub(lastApiErrorAtom, refused)
  refused()
  const returning = onReturn(services, ask, page)
  return () => {
    unsubscribe()
    returning.end()
  }
}
