const RANDOM_LENGTH = 12

/**
 * Builds the id of a pick: 'pick_', the time in milliseconds, a random string (P1).
 * @param nowMs wall clock, epoch milliseconds
 * @param random a random text, such as the result of `crypto.randomUUID()`; only its letters and digits are
 * used
 * @throws RangeError when `random` has fewer than 12 letters and digits
 */
export function createPickId(nowMs: number, random: string): string {
  const text = random.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (text.length < RANDOM_LENGTH) throw new RangeError('a pick id needs 12 random letters and digits')
  return `pick_${Math.trunc(nowMs)}_${text.slice(0, RANDOM_LENGTH)}`
}

const HOUR_MS = 3_600_000

/** A pick expires 20 hours after its creation (P3). */
export const PICK_LIFETIME_MS = 20 * HOUR_MS
/** A pick is 'expiring soon' in its last 2 hours (P3). */
export const PICK_EXPIRING_MS = 2 * HOUR_MS

/** Expiry of a pick created at `createdAt`. */
export const pickExpiry = (createdAt: Date): Date => new Date(createdAt.getTime() + PICK_LIFETIME_MS)
/** Expired picks are removed on load and then at this interval (P3). */
export const PICK_CLEANUP_MS = 300_000
/** The full list is sent to the server this long after the number of picks changed (P4). */
export const PICK_SYNC_DELAY_MS = 2_000
