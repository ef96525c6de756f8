/** Weather is cached for an hour (specification 1 §9). */
export const FRESH_MS = 3_600_000
/** What failed or is old is asked for again after this, while the view is open. */
export const AGAIN_MS = 30_000
