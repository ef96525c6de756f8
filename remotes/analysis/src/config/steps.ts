/** Where a run is: percent as specified (2 §4), the label in this product's words. */
export const STEPS = {
  start: { percent: 0, label: 'Starting' },
  lines: { percent: 25, label: 'Fetching lines' },
  logs: { percent: 40, label: 'Reading game logs' },
  rates: { percent: 60, label: 'Computing hit rates' },
  half: { percent: 80, label: 'Computing hit rates' },
  ranking: { percent: 90, label: 'Ranking players' },
  complete: { percent: 100, label: 'Complete!' },
  failed: { percent: 0, label: 'Failed' },
  empty: { percent: 100, label: 'No lines found' },
} as const
export type Step = keyof typeof STEPS
