import { refreshProfile } from '../../state/refresh-profile.ts'
import type { Services } from '../../state/services.ts'
import { profileAtom, userAtom } from '../../state/session.ts'
import { emailChangeDaysLeft } from './email-change.ts'

/** Texts of row A12. */
export const EMAIL_UPDATED = 'Email updated successfully!'
export const ONCE_PER_MONTH = 'Email can only be changed once per month'
const FALLBACK = 'The email could not be changed.'

/** Reads user and profile again, so that header and dialog show the provider's current values. */
export async function followEmail(services: Services): Promise<void> {
  const { store, supabase } = services
  const { data, error } = await supabase.auth.refreshSession()
  const user = data.user && { id: data.user.id, email: data.user.email ?? '' }
  if (error || !user || store.get(userAtom)?.id !== user.id) return
  store.set(userAtom, user)
  await refreshProfile(services)
}

/**
 * Providers word the database's refusal differently, so the profile decides whether the monthly limit was the
 * cause.
 */
async function refusalOf(services: Services, message: string): Promise<string> {
  if (message === ONCE_PER_MONTH) return message
  await refreshProfile(services)
  const changed = services.store.get(profileAtom)?.last_email_change ?? null
  return emailChangeDaysLeft(changed, new Date()) > 0 ? ONCE_PER_MONTH : message || FALLBACK
}

/**
 * Requests a change of the account's email. When the provider requires confirmation, the change takes effect
 * after the link in the mail is opened.
 * @returns whether the change has already taken effect
 * @throws Error 'Email can only be changed once per month', else with the provider's message
 */
export async function changeEmail(services: Services, email: string): Promise<boolean> {
  const { supabase, origin } = services
  const { data, error } = await supabase.auth.updateUser({ email }, { emailRedirectTo: origin })
  if (error) throw new Error(await refusalOf(services, error.message))
  return data.user.email?.toLowerCase() === email
}
