import { loadProfile } from './profile.ts'
import type { Services } from './services.ts'
import { profileAtom, userAtom } from './session.ts'

/** Reads the profile of the signed-in user. A failure is logged and keeps the current profile. */
export async function refreshProfile({ store, supabase, log }: Services): Promise<void> {
  const user = store.get(userAtom)
  if (!user) return
  try {
    const profile = await loadProfile(supabase, user)
    // The user may have changed during the request.
    if (store.get(userAtom)?.id === user.id) store.set(profileAtom, profile)
  } catch (thrown) {
    log('profile', thrown)
  }
}
