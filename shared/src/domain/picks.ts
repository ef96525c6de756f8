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
