import { loadProfile } from './profile.ts'
import type { Services } from './services.ts'
import { profileAtom, userAtom } from './session.ts'

/** Reads the profile of whoever is signed in. A failure leaves the one that is known. */
export async function refreshProfile({ store, supabase, log }: Services): Promise<void> {
  const user = store.get(userAtom)
  if (!user) return
  try {
    const profile = await loadProfile(supabase, user)
    // Another user may have signed in, or this one out, while it was on its way.
    if (store.get(userAtom)?.id === user.id) store.set(profileAtom, profile)
  } catch (thrown) {
    log('profile', thrown)
  }
}
