import type { Services } from '../../state/services.ts'
import { authNoticeAtom } from '../../state/session.ts'

/**
 * Ends the session in all tabs of this browser, after the server has ended it.
 * @param notice text for the login screen
 */
export async function leave({ store, supabase, log }: Services, notice: string): Promise<void> {
  store.set(authNoticeAtom, notice)
  const { error } = await supabase.auth.signOut({ scope: 'local' })
  // The client removes the local session even when its request fails. The server has already ended the
  // session.
  if (error) log('sign-out', error.message)
}
