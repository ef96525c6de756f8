/**
 * Minimum length of a password in characters (A3, A9). The environment variable PASSWORD_MIN_LENGTH can raise
 * it.
 */
export const MIN_PASSWORD_LENGTH = 6

/** Longest password in bytes of UTF-8: bcrypt ignores further ones. */
const MAX_PASSWORD_BYTES = 72

/** Whether a password is longer than its hash can cover. */
export const isPasswordTooLong = (password: string): boolean =>
  new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES

/** Error texts of a refused password. The first two are quoted from the requirements (A3, A9). */
export const passwordTooShort = (minLength: number): string =>
  `Password must be at least ${minLength} characters`
export const PASSWORD_TOO_LONG =
  'Password must be at most 72 characters; letters with accents and emoji count as several'
export const PASSWORDS_DIFFER = 'Passwords do not match'
export const PASSWORD_TOO_COMMON = 'This password is too common. Choose another one.'

/**
 * Whether a password is in the list of common ones, whatever its case.
 * @param common passwords in lower case
 */
export const isCommonPassword = (password: string, common: ReadonlySet<string>): boolean =>
  common.has(password.toLowerCase())

/** Version of the legal texts that an account accepts: the day of their last change (S7). */
export const LEGAL_VERSION = '2025-08-05'

/** Plans with their credits and price per month (C1). */
export const PLANS = {
  free: { label: 'Free', creditsPerMonth: 20, priceUsdPerMonth: 0 },
  basic: { label: 'Basic', creditsPerMonth: 100, priceUsdPerMonth: 9.99 },
  premium: { label: 'Premium', creditsPerMonth: 500, priceUsdPerMonth: 29.99 },
} as const

/** Credits of a new profile (A10). */
export const STARTING_CREDITS = 20

/** Cost of one use in credits: 1, and 3 for All Stat Lines (C1). */
const USE_COST_CREDITS = 1
const ALL_STAT_LINES_COST_CREDITS = 3
/** How long a board is open after its charge. `start_run` of the database has the same time. */
export const FREE_BOARD_MS = 10 * 60_000

/**
 * A board of quick mode that an account paid for is open for ten minutes on all of its devices, with every odds type and
 * filter: analyzing it again is free. `start_run` of the database decides; this is what screens say.
 * @param paid a captured run and the time of its charge, ISO 8601
 * @returns until when an analysis is free because of it, ms since the epoch; null if it is not
 */
export const boardFreeUntil = (
  paid: { feature: string; category: string; settledAt: string },
  wanted: { feature: string; category: string },
): number | null =>
  wanted.feature === 'quick' && paid.feature === 'quick' && paid.category === wanted.category
    ? Date.parse(paid.settledAt) + FREE_BOARD_MS
    : null

export const PARLAY_COST_CREDITS = 1

/** Cost of one analysis of a menu category, in credits. */
export const analysisCost = (category: string): number =>
  category === 'All Stat Lines' ? ALL_STAT_LINES_COST_CREDITS : USE_COST_CREDITS
