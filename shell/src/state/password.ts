import { commonPasswordsResponse } from '@propsight/shared/contracts'
import {
  isCommonPassword,
  PASSWORD_TOO_COMMON,
  PASSWORDS_DIFFER,
  passwordTooShort,
} from '@propsight/shared/domain'
import type { Services } from './services.ts'

const LIST_TIMEOUT_MS = 5_000

export interface PasswordRefusal {
  text: string
  field: 'password' | 'confirm'
}

/** When the list cannot be read the password passes, and the auth service checks it. */
async function isCommon(api: Services['api'], password: string): Promise<boolean> {
  try {
    const answer = await api.json('/api/common-passwords', { timeoutMs: LIST_TIMEOUT_MS })
    return isCommonPassword(password, new Set(commonPasswordsResponse.parse(answer).passwords))
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
  if (password !== confirm) return { text: PASSWORDS_DIFFER, field: 'confirm' }
  return (await isCommon(api, password)) ? { text: PASSWORD_TOO_COMMON, field: 'password' } : null
}
