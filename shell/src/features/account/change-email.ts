import { codeErrorText } from '../../state/mail-error-text.ts'
import { refreshProfile } from '../../state/profile.ts'
import type { Services } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'

/** Days between two changes of an account's e-mail address (A12). */
export const EMAIL_CHANGE_DAYS = 30
const DAY_MS = 86_400_000

/**
 * Days until the e-mail address may be changed again, rounded up to whole days; 0 when it may be changed now.
 * @param last time of the last change, ISO 8601; null for never
 */
export function emailChangeDaysLeft(last: string | null, now: Date): number {
  if (last === null) return 0
  const daysLeft = EMAIL_CHANGE_DAYS - (now.getTime() - Date.parse(last)) / DAY_MS
  return Math.min(EMAIL_CHANGE_DAYS, Math.max(0, Math.ceil(daysLeft)))
}

/** Text of row A12. */
export const EMAIL_UPDATED = 'Email updated successfully!'
const FALLBACK = 'The email could not be changed.'

/** Reads user and profile again, so that header and dialog show the provider's current values. */
export async function refreshUser(services: Services): Promise<void> {
  const { store, supabase } = services
  const { data, error } = await supabase.auth.refreshSession()
  const user = data.user && { id: data.user.id, email: data.user.email ?? '' }
  if (error || !user || store.get(userAtom)?.id !== user.id) return
  store.set(userAtom, user)
  await refreshProfile(services)
}

/**
 * Confirms a requested change with the code of the mail to the new address.
 * @throws Error with our text for a refused code
 */
export async function confirmEmail(services: Services, email: string, code: string): Promise<void> {
  const token = code.replaceAll(/\s/g, '')
  const { error } = await services.supabase.auth.verifyOtp({ email, token, type: 'email_change' })
  if (error) throw new Error(codeErrorText(error))
  await refreshUser(services)
}

/**
 * Requests a change of the account's email. When the provider requires confirmation, the change takes effect
 * after the link in the mail is opened.
 * @param currentPassword empty if the session began by the link of a mail a short time ago
 * @returns whether the change has already taken effect
 * @throws Error 'Email can only be changed once per month', else with the server's or the provider's message
 */
export async function changeEmail(
  services: Services,
  email: string,
  currentPassword: string,
): Promise<boolean> {
  const { api, supabase, origin } = services
  // Asked first: the provider sends its mails before the database can refuse the change.
  await api.json('/api/account/email-change', { body: { email } })
  const proof = currentPassword === '' ? {} : { current_password: currentPassword }
  const change = { email, ...proof }
  const { data, error } = await supabase.auth.updateUser(change, { emailRedirectTo: origin })
  if (error) throw new Error(error.message || FALLBACK)
  return data.user.email?.toLowerCase() === email
}
