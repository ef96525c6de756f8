/** How the pitchers page asks the book again (specification 2 §7). */
export const LINES_RETRIES = 4
const FIRST_DELAY_MS = 2_000
const MOST_DELAY_MS = 20_000
const JITTER_MS = 500

/**
 * Pause before a retry: 2 s, doubling up to 20 s, and up to 500 ms more at random.
 * @param retry 1 for the first
 * @param random 0 up to 1
 */
export const linesRetryDelayMs = (retry: number, random: number): number =>
  Math.min(MOST_DELAY_MS, FIRST_DELAY_MS * 2 ** (retry - 1)) + random * JITTER_MS
