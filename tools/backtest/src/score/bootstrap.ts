import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

const DRAWS = 2000
const SEED = 20190701
/** Quantiles of a 95% interval. */
const ENDS = [0.025, 0.975] as const

/** Sums of squared errors of one day. */
export interface DayErrors {
  readonly engine: number
  readonly rival: number
}

/**
 * Relative reduction of the engine's squared error compared with a baseline (`rival`), with a 95% bootstrap
 * interval. Days are resampled instead of rows, because games of one day share weather and clubs. Source:
 * Efron and Tibshirani, 'An introduction to the bootstrap' (1993), percentile interval.
 * @returns shares; NaN without a day
 */
export function gainByDays(days: readonly DayErrors[]): { gain: number; low: number; high: number } {
  const gainOf = (drawn: readonly DayErrors[]): number => {
    let [engine, rival] = [0, 0]
    for (const day of drawn) {
      engine += day.engine
      rival += day.rival
    }
    return 1 - engine / rival
  }
  const random = xoroshiro128plus(SEED)
  const draw = (): readonly DayErrors[] =>
    days.map((day) => days[uniformInt(random, 0, days.length - 1)] ?? day)
  const gains = Array.from({ length: DRAWS }, () => gainOf(draw())).toSorted((a, b) => a - b)
  const [low, high] = ENDS.map((end) => gains[Math.round(end * (DRAWS - 1))] ?? Number.NaN)
  return { gain: gainOf(days), low: low ?? Number.NaN, high: high ?? Number.NaN }
}
