import { formatColumns } from '../report/table.ts'
import { bootstrapRatio, clampChance, type Estimate } from './figures.ts'

/** Two probabilities of the same over, and its outcome. */
export interface Pair {
  readonly date: string
  readonly market: string
  /** 0 or 1. */
  readonly over: number
  readonly own: number
  readonly other: number
}

/** Mean score of both, and own minus other with a 95% interval from draws of days: below 0, the own ones are better. */
interface ScorePair {
  readonly own: number
  readonly other: number
  readonly difference: Estimate
}

export interface Comparison {
  /** Null for all markets together. */
  readonly market: string | null
  readonly n: number
  readonly days: number
  readonly brier: ScorePair
  readonly logLoss: ScorePair
}

const squaredError = (chance: number, over: number): number => (chance - over) ** 2
const logScore = (chance: number, over: number): number =>
  -Math.log(clampChance(over === 1 ? chance : 1 - chance))

function scorePairs(pairs: readonly Pair[], score: typeof squaredError): ScorePair {
  const sums = [...Map.groupBy(pairs, ({ date }) => date).values()].map((rows) => ({
    own: rows.reduce((sum, { own, over }) => sum + score(own, over), 0),
    other: rows.reduce((sum, { other, over }) => sum + score(other, over), 0),
    n: rows.length,
  }))
  const meanOf = (key: 'own' | 'other') => sums.reduce((sum, day) => sum + day[key], 0) / pairs.length
  return {
    own: meanOf('own'),
    other: meanOf('other'),
    difference: bootstrapRatio(sums.map(({ own, other, n }) => ({ numerator: own - other, denominator: n }))),
  }
}

/** Compares two sets of probabilities on the same lines: all markets together first, then each. */
export function comparePairs(pairs: readonly Pair[]): Comparison[] {
  const compare = (market: string | null, rows: readonly Pair[]): Comparison => ({
    market,
    n: rows.length,
    days: new Set(rows.map(({ date }) => date)).size,
    brier: scorePairs(rows, squaredError),
    logLoss: scorePairs(rows, logScore),
  })
  const markets = [...Map.groupBy(pairs, ({ market }) => market)].toSorted(([a], [b]) => a.localeCompare(b))
  return [compare(null, pairs), ...markets.map(([market, rows]) => compare(market, rows))]
}

const DIGITS = 5
const difference = ({ estimate, low, high }: Estimate): string =>
  `${signed(estimate)} (${signed(low)} to ${signed(high)})`
const signed = (score: number): string => `${score < 0 ? '−' : '+'}${Math.abs(score).toFixed(DIGITS)}`

/**
 * The comparison as a table.
 * @param names of the own and of the other probabilities
 */
export function comparisonTable(
  title: string,
  names: readonly [string, string],
  comparisons: readonly Comparison[],
): string {
  const rows = comparisons.map(({ market, n, days, brier, logLoss }) => [
    market ?? 'All',
    n.toLocaleString('en'),
    String(days),
    ...[brier, logLoss].flatMap((score) => [
      score.own.toFixed(DIGITS),
      score.other.toFixed(DIGITS),
      difference(score.difference),
    ]),
  ])
  const columns = [
    '',
    'n',
    'days',
    ...['Brier', 'log loss'].flatMap((score) => [`${score} ${names[0]}`, names[1], 'difference']),
  ]
  return `${title}\n${formatColumns([columns, ...rows])}\n`
}
