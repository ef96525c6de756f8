/** Sizes are displayed in kB of 1000 bytes. */
export const KB = 1_000

/**
 * Maximum bytes of JavaScript after brotli compression (quality 11). `remote` limits the scripts that open a
 * remote: its entry and the files loaded with it. `remoteInAll` includes the parts loaded on demand
 * (docs/adr/0020).
 */
export const BUDGETS = {
  firstPaint: 150 * KB,
  shell: 230 * KB,
  remote: 25 * KB,
  remoteInAll: 90 * KB,
} as const
