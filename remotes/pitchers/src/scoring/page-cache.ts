/** How the page keeps its numbers in the browser (specification 2 §3, §9): statistics per date, and prop lines. */
export const PITCHER_CACHE_VERSION = 3
export const PITCHER_CACHE_MS = 43_200_000

/**
 * Whether what was kept may still be used: this version, and not older than twelve hours. A time that lies ahead is
 * a clock that was set back, and counts as none.
 * @param timestamp @param nowMs epoch milliseconds
 */
export const isKept = (version: number, timestamp: number, nowMs: number): boolean =>
  version === PITCHER_CACHE_VERSION && timestamp <= nowMs && nowMs - timestamp < PITCHER_CACHE_MS
