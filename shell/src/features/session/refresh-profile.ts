import { loadProfile } from '../../state/profile.ts'
import type { Services } from '../../state/services.ts'
import { profileAtom, userAtom } from '../../state/session.ts'

/** Reads the profile again, after the server changed it. A failure leaves the one that is known. */
export async function refreshProfile({ store, supabase, log }: Services): Promise<void> {
  const user = store.get(userAtom)
  if (!user) return
  try {
    const profile = await loadProfile(supabase, user)
    if (store.get(userAtom)?.id === user.id) store.set(profileAtom, profile)
  } catch (thrown) {
    log('profile', thrown)
  }
}
