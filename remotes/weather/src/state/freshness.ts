/** Weather is cached for an hour (W2). Milliseconds. */
export const FRESH_MS = 3_600_000
/** Interval in milliseconds after which failed or stale data is requested again while the view is open. */
export const AGAIN_MS = 30_000
