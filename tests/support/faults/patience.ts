/** Time limit for a page to recover by its own retries, without user input, on a busy machine. */
export const BACK_MS = 45_000
