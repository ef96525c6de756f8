import { type Profile, profileSchema, type SessionUser } from '@propsight/shared/contracts'
import { STARTING_CREDITS } from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'
import type { SupabaseClient } from '@supabase/supabase-js'
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

const TABLE = 'user_profiles'
const COLUMNS = 'user_id,email,email_verified_at,credits,plan,last_email_change,created_at,updated_at'
/** PostgREST error: a query for a single row found none or several. */
const NOT_ONE_ROW = 'PGRST116'

/**
 * Reads the user's profile (A10). Of several rows the first is used (PGRST116 retry). Without a row one is
 * created with 20 credits and plan free. When the database refuses the insert, because its trigger creates
 * the row, the row is read once more.
 * @throws Error with the data service's message for every other failure
 */
export async function loadProfile(supabase: SupabaseClient, user: SessionUser): Promise<Profile> {
  const rows = () => supabase.from(TABLE).select(COLUMNS).eq('user_id', user.id)
  const single = await rows().single()
  if (!single.error) return profileSchema.parse(single.data)
  if (single.error.code !== NOT_ONE_ROW) throw new Error(single.error.message)

  const first = await rows().order('created_at', { ascending: true }).limit(1)
  if (first.error) throw new Error(first.error.message)
  const found = z.array(profileSchema).parse(first.data)[0]
  if (found) return found

  const created = await supabase
    .from(TABLE)
    .insert({ user_id: user.id, email: user.email, credits: STARTING_CREDITS, plan: 'free' })
    .select(COLUMNS)
  const again = created.error ? await rows().limit(1) : created
  const row = z.array(profileSchema).parse(again.data ?? [])[0]
  if (!row) throw new Error(created.error?.message ?? 'The profile could not be created')
  return row
}
