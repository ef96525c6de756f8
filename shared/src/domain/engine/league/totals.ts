import type { HittingCounts } from '../../game-counts.ts'
import type { BattingTotals } from '../input.ts'

/** Events counted in plate appearances. */
export const BATTING_COUNTS = [
  'hits',
  'doubles',
  'triples',
  'homeRuns',
  'runs',
  'rbi',
  'baseOnBalls',
  'hitByPitch',
  'strikeOuts',
  'stolenBases',
] as const satisfies readonly (keyof HittingCounts)[]

const totalsOf = (value: (count: keyof BattingTotals) => number): BattingTotals => ({
  games: value('games'),
  plateAppearances: value('plateAppearances'),
  hits: value('hits'),
  doubles: value('doubles'),
  triples: value('triples'),
  homeRuns: value('homeRuns'),
  runs: value('runs'),
  rbi: value('rbi'),
  baseOnBalls: value('baseOnBalls'),
  hitByPitch: value('hitByPitch'),
  strikeOuts: value('strikeOuts'),
  stolenBases: value('stolenBases'),
})

/** Totals without games. */
export const NO_TOTALS: BattingTotals = totalsOf(() => 0)

/** Sum of two totals. */
export const addTotals = (a: BattingTotals, b: BattingTotals): BattingTotals =>
  totalsOf((count) => a[count] + b[count])
