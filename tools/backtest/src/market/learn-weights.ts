import {
  type EvidenceWeights,
  type LineEvidence,
  lineKind,
  logit,
  PRIOR_WEIGHTS,
} from '@propsight/shared/domain/engine'
import { fitGeneralisedLinear } from '../fit/generalised-linear.ts'

/** A decided game at the first line of the day. */
export interface EvidenceRow {
  readonly date: string
  readonly over: 0 | 1
  /** The books' chance of the over without margin. */
  readonly market: number
  /** The engine's chance of the over. */
  readonly engine: number
}

/**
 * Strength of the prior weights, in games. Outcomes near one half say little about a weight: a thousand games
 * know it to about 0.15.
 */
const PRIOR_GAMES = { price: 1_000, lineOnly: 500 } as const

/** Largest weights. The engine's log-odds are never widened. */
const MOST = { market: 2, engine: 1, lineOnly: 1 } as const

const bounded = (weight: number, most: number): number => Math.min(most, Math.max(0, weight))

/** Logistic regression of the outcome on log-odds, without an intercept. */
function fitLogOdds(
  rows: readonly EvidenceRow[],
  factors: (row: EvidenceRow) => number[],
  prior: readonly number[],
  games: number,
): number[] {
  const observations = rows.map((row) => ({ factors: factors(row), outcome: row.over, offset: 0 }))
  return fitGeneralisedLinear(
    'binomial',
    observations,
    prior.map((toward) => ({ toward, by: games })),
  )
}

/**
 * Fits the weights of a market, shrunk toward `prior`.
 * @param prior its `games` count in addition to the strength of the prior values
 */
export function fitWeights(rows: readonly EvidenceRow[], prior: EvidenceWeights): EvidenceWeights {
  if (rows.length === 0) return prior
  const priceGames = PRIOR_GAMES.price + prior.games
  const both = ({ market, engine }: EvidenceRow) => [logit(market), logit(engine)]
  const [market = prior.market, engine = prior.engine] = fitLogOdds(
    rows,
    both,
    [prior.market, prior.engine],
    priceGames,
  )
  // A negative weight of the engine would be noise: the books alone remain.
  const [alone = market] =
    engine < 0 ? fitLogOdds(rows, (row) => [logit(row.market)], [prior.market], priceGames) : []
  const [lineOnly = prior.lineOnly] = fitLogOdds(
    rows,
    (row) => [logit(row.engine)],
    [prior.lineOnly],
    PRIOR_GAMES.lineOnly + prior.games,
  )
  return {
    games: rows.length + prior.games,
    market: bounded(alone, MOST.market),
    engine: bounded(engine, MOST.engine),
    lineOnly: bounded(lineOnly, MOST.lineOnly),
  }
}

/**
 * The weights that could be known on the morning of each date. A date inside the window of the shipped weights,
 * or before it, starts from the prior values and learns from earlier dates only. A later date starts from the
 * shipped weights and learns from the dates between their last day and itself.
 * @returns the weights of a date of `rows`
 */
export function weightsByDate(
  stat: string,
  rows: readonly EvidenceRow[],
  { to, weights }: LineEvidence,
): (date: string) => EvidenceWeights {
  const own = weights[stat]
  const unfitted = PRIOR_WEIGHTS[lineKind(stat)]
  const known = new Map<string, EvidenceWeights>()
  return (date) => {
    const cached = known.get(date)
    if (cached) return cached
    const isLater = own !== undefined && date > to
    const earlier = rows.filter((row) => row.date < date && (!isLater || row.date > to))
    const fitted = fitWeights(earlier, isLater ? own : unfitted)
    known.set(date, fitted)
    return fitted
  }
}
