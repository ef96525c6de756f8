/** Minimum length of a password in characters (specification 1 §5); PASSWORD_MIN_LENGTH raises it. */
export const MIN_PASSWORD_LENGTH = 6

/** Texts of a refused password (specification 1 §8); the last one is the product's own. */
export const passwordTooShort = (minLength: number): string =>
  `Password must be at least ${minLength} characters`
export const PASSWORDS_DIFFER = 'Passwords do not match'
export const PASSWORD_TOO_COMMON = 'This password is too common. Choose another one.'

/** @param common passwords in lower case */
export const isCommonPassword = (password: string, common: ReadonlySet<string>): boolean =>
  common.has(password.toLowerCase())
