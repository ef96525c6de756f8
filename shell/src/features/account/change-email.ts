import { emailChangeDaysLeft } from '@propsight/shared/domain'
import { loadProfile } from '../../state/profile.ts'
import type { Services } from '../../state/services.ts'
import { profileAtom, userAtom } from '../../state/session.ts'

/** Texts of specification 1 §4 and §8. */
export const EMAIL_UPDATED = 'Email updated successfully!'
export const ONCE_PER_MONTH = 'Email can only be changed once per month'
const FALLBACK = 'The email could not be changed.'

/** Reads user and profile again, so that header and dialog show what the provider has now. */
export async function followEmail({ store, supabase, log }: Services): Promise<void> {
  const { data, error } = await supabase.auth.refreshSession()
  const user = data.user && { id: data.user.id, email: data.user.email ?? '' }
  if (error || !user || store.get(userAtom)?.id !== user.id) return
  store.set(userAtom, user)
  try {
    const profile = await loadProfile(supabase, user)
    if (store.get(userAtom)?.id === user.id) store.set(profileAtom, profile)
  } catch (thrown) {
    log('profile', thrown)
  }
}

/** Providers word the database's refusal each in their own way; the profile tells whether it was the month. */
async function refusalOf(services: Services, message: string): Promise<string> {
  const { store, supabase } = services
  const user = store.get(userAtom)
  if (!user || message === ONCE_PER_MONTH) return message
  const profile = await loadProfile(supabase, user).catch(() => null)
  if (profile && store.get(userAtom)?.id === user.id) store.set(profileAtom, profile)
  return emailChangeDaysLeft(profile?.last_email_change ?? null, new Date()) > 0
    ? ONCE_PER_MONTH
    : message || FALLBACK
}

/**
 * Asks the provider for another address. Where it wants the new mailbox proven first, the change counts once the
 * link in the mail was opened.
 * @returns whether the address is the new one already
 * @throws Error 'Email can only be changed once per month', else with the provider's message
 */
export async function changeEmail(services: Services, email: string): Promise<boolean> {
  const { supabase, origin } = services
  const { data, error } = await supabase.auth.updateUser({ email }, { emailRedirectTo: origin })
  if (error) throw new Error(await refusalOf(services, error.message))
  return data.user.email?.toLowerCase() === email
}
