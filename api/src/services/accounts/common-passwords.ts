import {
  isCommonPassword,
  isPasswordTooLong,
  PASSWORD_TOO_COMMON,
  PASSWORD_TOO_LONG,
  passwordTooShort,
} from '@propsight/shared/domain'
import { dictionary } from '@zxcvbn-ts/language-common'

/** ASVS 6.2.4 asks for the 3,000 most common passwords that the minimum length admits. */
const LISTED_PASSWORDS = 3_000
/** Words that are easy to guess for this product (ASVS 6.1.2, 6.2.11). */
const PRODUCT_WORDS = ['propsight', 'propsight1', 'propsight123']

/** Common passwords of at least `minLength` characters in lower case, the most common first. */
export const listCommonPasswords = (minLength: number): string[] => [
  ...dictionary['passwords-common'].filter(({ length }) => length >= minLength).slice(0, LISTED_PASSWORDS),
  ...PRODUCT_WORDS.filter(({ length }) => length >= minLength),
]

/**
 * Creates the check of new passwords.
 * @returns a function that returns the message of the refusal, or null for an acceptable password
 */
export function createPasswordRule(minLength: number): (password: string) => string | null {
  const common = new Set(listCommonPasswords(minLength))
  return (password) => {
    if (password.length < minLength) return passwordTooShort(minLength)
    if (isPasswordTooLong(password)) return PASSWORD_TOO_LONG
    return isCommonPassword(password, common) ? PASSWORD_TOO_COMMON : null
  }
}
