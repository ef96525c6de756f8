/** Weights are told in kB of 1000 bytes. */
export const KB = 1_000

/** Bytes of JavaScript in brotli (quality 11). A remote's is without charts, and none draws any yet. */
export const BUDGETS = { firstPaint: 150 * KB, shell: 230 * KB, remote: 25 * KB } as const
