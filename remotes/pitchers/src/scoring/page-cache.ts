/** Version and lifetime (12 h, ms) of the page's browser caches: statistics per date, and lines (H5, H6). */
export const PITCHER_CACHE_VERSION = 3
export const PITCHER_CACHE_MS = 43_200_000

/**
 * Whether a stored value is valid: current version and younger than twelve hours. A time in the future, after
 * the clock was set back, is invalid.
 * @param timestamp milliseconds since the epoch
 * @param nowMs milliseconds since the epoch
 */
export const isKept = (version: number, timestamp: number, nowMs: number): boolean =>
  version === PITCHER_CACHE_VERSION && timestamp <= nowMs && nowMs - timestamp < PITCHER_CACHE_MS
