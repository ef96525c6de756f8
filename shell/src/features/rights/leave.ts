import type { Services } from '../../state/services.ts'
import { authNoticeAtom } from '../../state/session.ts'

/**
 * Ends this browser's session, in each of its tabs, after the server ended it.
 * @param notice what the login screen says then
 */
export async function leave({ store, supabase, log }: Services, notice: string): Promise<void> {
  store.set(authNoticeAtom, notice)
  const { error } = await supabase.auth.signOut({ scope: 'local' })
  // The session is gone from here either way; the server knows it no more.
  if (error) log('sign-out', error.message)
}
