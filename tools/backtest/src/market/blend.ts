import { expit, logit } from '@propsight/shared/domain/engine'
import { fitGeneralisedLinear } from '../fit/generalised-linear.ts'

export interface BlendRow {
  readonly date: string
  readonly over: 0 | 1
  readonly market: number
  readonly engine: number
}

/** How the blend was fitted. */
export interface BlendFit {
  /** Least number of rows of earlier dates; games before that have no blend. */
  readonly minimum: number
  readonly judged: number
  /** First date with a blend. */
  readonly from: string | null
  /** Weights of the last fit; null without one. */
  readonly last: { readonly intercept: number; readonly market: number; readonly engine: number } | null
}

/** Three weights need about a hundred rows each for a stable fit of outcomes near one half. */
export const BLEND_MINIMUM = 300

/** No prior: the weights are those of maximum likelihood, and start from the market alone. */
const PULLS = [
  { toward: 0, by: 0 },
  { toward: 1, by: 0 },
  { toward: 0, by: 0 },
]

const factorsOf = ({ market, engine }: BlendRow): number[] => [1, logit(market), logit(engine)]

/**
 * Logistic regression of the outcome on the log-odds of market and engine. The weights of a date are fitted on
 * all rows of earlier dates. Source: Satopää et al., 'Combining multiple probability predictions using a
 * simple logit model', International Journal of Forecasting 30 (2014).
 * @returns one chance per row, in their order; null before there are `BLEND_MINIMUM` earlier rows
 */
export function blendChances(rows: readonly BlendRow[]): { chances: (number | null)[]; fit: BlendFit } {
  const weightsOf = new Map<string, number[]>()
  const dates = [...new Set(rows.map(({ date }) => date))].toSorted()
  for (const date of dates) {
    const earlier = rows.filter((row) => row.date < date)
    if (earlier.length < BLEND_MINIMUM) continue
    const observations = earlier.map((row) => ({ factors: factorsOf(row), outcome: row.over, offset: 0 }))
    weightsOf.set(date, fitGeneralisedLinear('binomial', observations, PULLS))
  }
  const chances = rows.map((row) => {
    const weights = weightsOf.get(row.date)
    if (!weights) return null
    return expit(factorsOf(row).reduce((sum, factor, at) => sum + factor * (weights[at] ?? 0), 0))
  })
  const [intercept, market, engine] = [...weightsOf.values()].at(-1) ?? []
  return {
    chances,
    fit: {
      minimum: BLEND_MINIMUM,
      judged: chances.filter((chance) => chance !== null).length,
      from: [...weightsOf.keys()][0] ?? null,
      last:
        intercept === undefined || market === undefined || engine === undefined
          ? null
          : { intercept, market, engine },
    },
  }
}
