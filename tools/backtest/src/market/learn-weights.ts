import type { LineKind } from '@propsight/shared/domain'
import {
  type EvidenceWeights,
  expit,
  LINE_SOURCES,
  type LineEvidence,
  type LineSource,
  lineKind,
  lineNearness,
  lineOnlyLogOdds,
  logit,
  PRIOR_KINDS,
  PRIOR_WEIGHTS,
  Z_80,
} from '@propsight/shared/domain/engine'
import { fitGeneralisedLinear } from '../fit/generalised-linear.ts'
import { fitError, type Judged, mean } from '../score/figures.ts'

/** A decided game at an offered line, as known in the morning. */
export interface EvidenceRow {
  readonly stat: string
  readonly source: LineSource
  readonly date: string
  readonly over: 0 | 1
  /** The books' chance of the over without margin; null without a price. */
  readonly market: number | null
  /** The engine's chance of the over, with the ends of its 80% interval. */
  readonly engine: number
  readonly low: number
  readonly high: number
}

/** The weights that could be known on the morning of a date. */
export type WeightsOf = (stat: string, source: LineSource, date: string) => EvidenceWeights

/**
 * Strength of the prior weights, in games. Outcomes near one half say little about a weight: a thousand games
 * know it to about 0.15.
 */
const PRIOR_GAMES = { price: 1_000, lineOnly: 250 } as const

/** Largest weights. The engine's log-odds are never widened. */
const MOST = { market: 2, engine: 1, lineOnly: 1 } as const

/** Fewest games that can show that the engine knows nothing beyond the line. */
const LEAST_GAMES = 200

/** Standard errors by which the engine must beat the constant: a gain of fewer is chance. */
const LEAST_ERRORS = 1.96

/** A fixed line is evidence to this multiple of the root mean square of the engine's log-odds at the seen lines. */
const REACH = 3

const bounded = (weight: number, most: number): number => Math.min(most, Math.max(0, weight))

/** Logistic regression of the outcome on log-odds, with a prior of each weight. */
const fitLogOdds = (
  rows: readonly EvidenceRow[],
  factors: (row: EvidenceRow) => number[],
  prior: readonly number[],
  by: number,
  offset: (row: EvidenceRow) => number = () => 0,
): number[] =>
  fitGeneralisedLinear(
    'binomial',
    rows.map((row) => ({ factors: factors(row), outcome: row.over, offset: offset(row) })),
    prior.map((toward) => ({ toward, by })),
  )

/** Logarithmic loss of a chance given as log-odds. */
const lossOf = ({ over }: EvidenceRow, logOdds: number): number =>
  -Math.log(expit(over === 1 ? logOdds : -logOdds))

/** Whether gains, one per game, are above zero by more than chance. */
function isGain(gains: readonly number[]): boolean {
  const average = mean(gains)
  const variance = mean(gains.map((gain) => (gain - average) ** 2))
  return average > LEAST_ERRORS * Math.sqrt(variance / gains.length)
}

/** Whether the engine counts at a line without a price. */
type Form = 'engine' | 'constant'

/** The weights without a price. */
function fitLineOnly(
  rows: readonly EvidenceRow[],
  prior: EvidenceWeights,
  kind: LineKind,
  form: Form,
): Pick<EvidenceWeights, 'lineOnly' | 'even' | 'reach'> {
  const games = PRIOR_GAMES.lineOnly + prior.games
  const seen = REACH * Math.sqrt(mean(rows.map(({ engine }) => logit(engine) ** 2)))
  const reach = kind === 'moving' ? null : (prior.reach ?? seen)
  const near = (row: EvidenceRow) => lineNearness(logit(row.engine), { reach })
  const rest = (lineOnly: number) => (row: EvidenceRow) =>
    (1 - near(row) * (1 - lineOnly)) * logit(row.engine)
  const fitWeight = () =>
    fitLogOdds(
      rows,
      (row) => [near(row), near(row) * logit(row.engine)],
      [prior.even, prior.lineOnly],
      games,
      rest(0),
    )[1] ?? prior.lineOnly
  const lineOnly = form === 'constant' ? 0 : bounded(fitWeight(), MOST.lineOnly)
  const [even = 0] = fitLogOdds(rows, (row) => [near(row)], [prior.even], games, rest(lineOnly))
  return { lineOnly, even, reach }
}

/**
 * Fits the weights of a market, shrunk toward `prior`, without the errors.
 * @param prior its `games` count in addition to the strength of the prior values
 * @param form 'constant': without a price, the line is all that is known
 */
export function fitWeights(
  rows: readonly EvidenceRow[],
  prior: EvidenceWeights,
  kind: LineKind,
  form: Form = 'engine',
): EvidenceWeights {
  if (rows.length === 0) return prior
  const priced = rows.filter(({ market }) => market !== null)
  const priceGames = PRIOR_GAMES.price + prior.games
  const books = ({ market }: EvidenceRow) => logit(market ?? 0.5)
  const [market = prior.market, engine = prior.engine] = fitLogOdds(
    priced,
    (row) => [books(row), logit(row.engine)],
    [prior.market, prior.engine],
    priceGames,
  )
  // A negative weight of the engine would be noise: the books alone remain.
  const [alone = market] =
    engine < 0 ? fitLogOdds(priced, (row) => [books(row)], [prior.market], priceGames) : []
  return {
    ...fitLineOnly(rows, prior, kind, form),
    games: rows.length + prior.games,
    market: bounded(alone, MOST.market),
    engine: bounded(engine, MOST.engine),
    error: prior.error,
  }
}

/** First day of a week: weights are learned once a week. */
const weekOf = (date: string): string => {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - day.getUTCDay())
  return day.toISOString().slice(0, 10)
}

/** Values by key, each computed once. */
function remember<T>(compute: (...keys: string[]) => T): (...keys: string[]) => T {
  const known = new Map<string, T>()
  return (...keys) => {
    const key = keys.join('|')
    const found = known.get(key) ?? compute(...keys)
    known.set(key, found)
    return found
  }
}

/** A week, and whether it is after the last day of the known weights. */
type Period = readonly [week: string, phase: 'later' | '']

/**
 * Learns the weights of lines that share them. Each week has weights of earlier weeks. Without a price, the engine counts
 * only if it beat the constant over the earlier weeks by more than chance, each of them judged by the weights that it had.
 */
function learnShared(
  rows: readonly EvidenceRow[],
  kind: LineKind,
  periodOf: (date: string) => Period,
  priorIn: (...period: Period) => EvidenceWeights,
): (...period: Period) => EvidenceWeights {
  const before = ([week, phase]: Period) =>
    rows.filter(({ date }) => date < week && (phase === '' || periodOf(date)[1] === phase))
  const fitIn = remember((week: string, phase: string, form: string): EvidenceWeights => {
    const period = [week, phase] as Period
    return fitWeights(before(period), priorIn(...period), kind, form as Form)
  })
  const weeks = [...Map.groupBy(rows, ({ date }) => periodOf(date).join()).values()]
  const gains = new Map<string, readonly number[]>()
  const gainsOf = (own: readonly EvidenceRow[]): readonly number[] => {
    const period = periodOf(own[0]?.date ?? '')
    const known = gains.get(period.join())
    if (known) return known
    const [engine, constant] = [fitIn(...period, 'engine'), fitIn(...period, 'constant')]
    const made = own.map((row) => {
      const logOdds = logit(row.engine)
      return lossOf(row, lineOnlyLogOdds(logOdds, constant)) - lossOf(row, lineOnlyLogOdds(logOdds, engine))
    })
    gains.set(period.join(), made)
    return made
  }
  return remember((week: string, phase: string): EvidenceWeights => {
    const earlier = before([week, phase] as Period)
    // The first week has no weights of earlier ones, so that it judges nothing.
    const judged = weeks.filter(
      ([first]) => first && earlier.includes(first) && before(periodOf(first.date)).length > 0,
    )
    const found = judged.flatMap(gainsOf)
    return fitIn(week, phase, found.length < LEAST_GAMES || isGain(found) ? 'engine' : 'constant')
  })
}

/** Learns the weights of one source of lines, as `learnWeights` does. */
function learnSource(
  rows: readonly EvidenceRow[],
  source: LineSource,
  { to, [source]: start }: LineEvidence,
) {
  const byStat = Map.groupBy(rows, ({ stat }) => stat)
  const periodOf = (date: string): Period => [weekOf(date), date > to ? 'later' : '']
  const learnKind = (kind: LineKind) => {
    // The books offer the fixed line of a market to every player, so that one market tells nothing of another.
    if (source === 'books' && kind === 'fixed') return () => PRIOR_WEIGHTS.fixed
    const own = rows.filter(({ stat }) => lineKind(stat) === kind)
    return learnShared(own, kind, periodOf, (_, phase) =>
      phase ? start.kinds[kind] : PRIOR_KINDS[source][kind],
    )
  }
  const kinds = { moving: learnKind('moving'), fixed: learnKind('fixed') }
  const learnStat = remember((stat: string) => {
    const kind = lineKind(stat)
    return learnShared(
      byStat.get(stat) ?? [],
      kind,
      periodOf,
      (week, phase) => (phase && start.weights[stat]) || { ...kinds[kind](week, phase), games: 0 },
    )
  })
  const judged = remember((stat: string): Record<'price' | 'lineOnly', Judged[]> => {
    const made: Record<'price' | 'lineOnly', Judged[]> = { price: [], lineOnly: [] }
    for (const row of byStat.get(stat) ?? []) {
      const weights = learnStat(stat)(...periodOf(row.date))
      const own = logit(row.engine)
      const deviation = (logit(row.high) - logit(row.low)) / (2 * Z_80)
      const { date, over } = row
      const share = 1 - lineNearness(own, weights) * (1 - weights.lineOnly)
      made.lineOnly.push({ date, over, logOdds: lineOnlyLogOdds(own, weights), deviation: share * deviation })
      if (row.market === null) continue
      const logOdds = weights.market * logit(row.market) + weights.engine * own
      made.price.push({ date, over, logOdds, deviation: weights.engine * deviation })
    }
    return made
  })
  const weightsIn = remember((stat: string, week: string, phase: string): EvidenceWeights => {
    const point = learnStat(stat)(...([week, phase] as Period))
    if (phase && start.weights[stat]) return point
    const errorOf = (of: 'price' | 'lineOnly') =>
      fitError(
        judged(stat)[of].filter(({ date }) => date < week),
        PRIOR_WEIGHTS[lineKind(stat)].error[of],
      )
    return { ...point, error: { price: errorOf('price'), lineOnly: errorOf('lineOnly') } }
  })
  return {
    of: (stat: string, date: string) => weightsIn(stat, ...periodOf(date)),
    ofKind: (kind: LineKind, date: string) => kinds[kind](...periodOf(date)),
  }
}

/**
 * Learns the weights of each source of lines from earlier dates. A date to the last day of `start` begins with the prior
 * values and learns from the weeks before it. A later date begins with those of `start` and learns from the weeks since.
 */
export function learnWeights(rows: readonly EvidenceRow[], start: LineEvidence) {
  const learned = Object.fromEntries(
    LINE_SOURCES.map((source) => [
      source,
      learnSource(
        rows.filter((row) => row.source === source),
        source,
        start,
      ),
    ]),
  ) as Record<LineSource, ReturnType<typeof learnSource>>
  return {
    of: ((stat, source, date) => learned[source].of(stat, date)) satisfies WeightsOf as WeightsOf,
    ofKind: (kind: LineKind, source: LineSource, date: string) => learned[source].ofKind(kind, date),
  }
}
