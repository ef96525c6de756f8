/**
 * Minimum length of a password in characters (A3, A9). The environment variable PASSWORD_MIN_LENGTH can raise
 * it.
 */
export const MIN_PASSWORD_LENGTH = 6

/** Error texts of a refused password. The first two are quoted from the requirements (A3, A9). */
export const passwordTooShort = (minLength: number): string =>
  `Password must be at least ${minLength} characters`
export const PASSWORDS_DIFFER = 'Passwords do not match'
export const PASSWORD_TOO_COMMON = 'This password is too common. Choose another one.'

/**
 * Whether a password is in the list of common ones, whatever its case.
 * @param common passwords in lower case
 */
export const isCommonPassword = (password: string, common: ReadonlySet<string>): boolean =>
  common.has(password.toLowerCase())
