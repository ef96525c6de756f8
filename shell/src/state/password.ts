import { commonPasswordsResponse, readAnswer } from '@propsight/shared/contracts'
import {
  isCommonPassword,
  isPasswordTooLong,
  PASSWORD_TOO_COMMON,
  PASSWORD_TOO_LONG,
  PASSWORDS_DIFFER,
  passwordTooShort,
} from '@propsight/shared/domain'
import { recordLinkRequest } from './requested-link.ts'
import type { Services } from './services.ts'

const LIST_TIMEOUT_MS = 5_000

/** A password reset whose recovery link was opened too long ago (A9). */
export const RECOVERY_EXPIRED = 'This link has expired. Request a new one.'
/** A password reset mail was sent (A8). */
export const RESET_SENT = 'Password reset email sent. Check your inbox.'

export interface PasswordRefusal {
  text: string
  field: 'password' | 'confirm'
}

/** When the list cannot be read the password passes, and the auth service checks it. */
async function isCommon(api: Services['api'], password: string): Promise<boolean> {
  try {
    const answer = await api.json('/api/common-passwords', { timeoutMs: LIST_TIMEOUT_MS })
    const { passwords } = readAnswer(commonPasswordsResponse, answer).value
    return isCommonPassword(password, new Set(passwords))
  } catch {
    return false
  }
}

/**
 * Checks a new password: length, confirmation, then the list of common passwords (A3, A9).
 * @returns the first refusal, or null
 */
export async function checkPassword(
  { api, config }: Pick<Services, 'api' | 'config'>,
  password: string,
  confirm: string,
): Promise<PasswordRefusal | null> {
  const { passwordMinLength } = config
  if (password.length < passwordMinLength) {
    return { text: passwordTooShort(passwordMinLength), field: 'password' }
  }
  if (isPasswordTooLong(password)) return { text: PASSWORD_TOO_LONG, field: 'password' }
  if (password !== confirm) return { text: PASSWORDS_DIFFER, field: 'confirm' }
  return (await isCommon(api, password)) ? { text: PASSWORD_TOO_COMMON, field: 'password' } : null
}

/**
 * Requests the mail of a password reset (A8). Its link signs in without a question in this browser.
 * @param email normalized
 * @returns the provider's error, or null
 */
export async function requestPasswordReset(
  { supabase, storage, origin }: Pick<Services, 'supabase' | 'storage' | 'origin'>,
  email: string,
): Promise<{ message: string } | null> {
  recordLinkRequest({ storage }, email)
  return (await supabase.auth.resetPasswordForEmail(email, { redirectTo: origin })).error
}
