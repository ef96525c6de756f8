/** Retries of the lines request (H5). */
export const LINES_RETRIES = 4
const FIRST_DELAY_MS = 2_000
const MOST_DELAY_MS = 20_000
const JITTER_MS = 500

/**
 * Delay before a retry, ms: 2 s, doubling up to 20 s, plus up to 500 ms of jitter.
 * @param retry 1 for the first retry
 * @param random 0 to 1
 */
export const linesRetryDelayMs = (retry: number, random: number): number =>
  Math.min(MOST_DELAY_MS, FIRST_DELAY_MS * 2 ** (retry - 1)) + random * JITTER_MS
