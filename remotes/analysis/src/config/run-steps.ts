/**
 * Steps of a run with the percent and the label of the progress bar (N6). Quick mode passes logs, rates and
 * half; AI mode passes news, history and advice. A picture is read before its run begins.
 */
export const STEPS = {
  start: { percent: 0, label: 'Starting' },
  lines: { percent: 25, label: 'Fetching lines' },
  picture: { percent: 25, label: 'Reading the picture' },
  logs: { percent: 40, label: 'Reading game logs' },
  news: { percent: 40, label: 'Reading the news' },
  rates: { percent: 60, label: 'Computing hit rates' },
  history: { percent: 60, label: 'Reading game logs' },
  half: { percent: 80, label: 'Computing hit rates' },
  advice: { percent: 80, label: 'Writing the analysis' },
  ranking: { percent: 90, label: 'Ranking players' },
  complete: { percent: 100, label: 'Complete!' },
  failed: { percent: 0, label: 'Failed' },
  cancelled: { percent: 0, label: 'Cancelled' },
  empty: { percent: 100, label: 'No lines found' },
} as const
export type Step = keyof typeof STEPS
