/** Weights are told in kB of 1000 bytes. */
export const KB = 1_000

/**
 * Bytes of JavaScript in brotli (quality 11). `remote` is what opens a remote: its entry and what that needs at once;
 * `remoteInAll` counts every part that is loaded on demand, too (docs/adr/0020).
 */
export const BUDGETS = {
  firstPaint: 150 * KB,
  shell: 230 * KB,
  remote: 25 * KB,
  remoteInAll: 90 * KB,
} as const
