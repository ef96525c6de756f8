const HOUR_MS = 3_600_000

/** A pick expires 20 hours after it was made (specification 2 §9). */
export const PICK_LIFETIME_MS = 20 * HOUR_MS
/** 'Expiring soon': within 2 hours (specification 2 §9). */
export const PICK_EXPIRING_MS = 2 * HOUR_MS

/** When a pick made at `createdAt` expires. */
export const pickExpiry = (createdAt: Date): Date => new Date(createdAt.getTime() + PICK_LIFETIME_MS)
/** Expired picks are cleaned up on load and this often (specification 1 §4). */
export const PICK_CLEANUP_MS = 300_000
/** The full list goes to the server this long after the number of picks changed (specification 1 §9). */
export const PICK_SYNC_DELAY_MS = 2_000
