import type { BatterCase } from './cases.ts'
import { MARKETS } from './markets.ts'

/**
 * Bias of one month. A bias that changes its sign during a season would cancel in the mean of the whole
 * season.
 */
export interface MonthBias {
  /** `YYYY-MM` */
  readonly month: string
  readonly n: number
  /** Mean forecast minus share of overs by market, in the order of `MARKETS`; lineup known. */
  readonly bias: readonly number[]
}

/** The bias of each month, earliest first. */
export const biasByMonth = (cases: readonly BatterCase[]): MonthBias[] =>
  [...Map.groupBy(cases, ({ date }) => date.slice(0, 7))]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([month, rows]) => ({
      month,
      n: rows.length,
      bias: MARKETS.map(
        (_, market) =>
          rows.reduce(
            (sum, { known, over }) => sum + (known[market] ?? Number.NaN) - (over[market] ?? 0),
            0,
          ) / rows.length,
      ),
    }))
