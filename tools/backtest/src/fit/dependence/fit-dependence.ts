import type { Dependence, StatMatrix } from '@propsight/shared/domain/engine'
import type { Season } from '../../read/season.ts'
import { ENGINE, type Engine } from '../../score/cases.ts'
import {
  BATTING_STATS,
  type Correlation,
  jointExcess,
  type Mark,
  PairSums,
  PITCHING_STATS,
  type PlayedGame,
  RELATIONS,
  type Related,
  type Relation,
  relationsOf,
  visitPlayedGames,
} from './performances.ts'

/** Lower bound of a probability, so that no log loss is infinite. */
const LEAST_CHANCE = 1e-6

/**
 * The observed outcomes of a relation's pairs, compared with the forecasts of dependence and of independence.
 */
interface RelationScore {
  readonly relation: Relation
  readonly pairs: number
  /** Mean log loss over the four outcomes of a pair. */
  readonly logLoss: { readonly independent: number; readonly joint: number }
  /**
   * Reduction of the log loss by dependence, and its standard error with games as independent observations.
   */
  readonly gain: number
  readonly gainError: number
  /**
   * Share of the pairs with both over: expected under independence, expected with dependence, and observed.
   */
  readonly bothOver: { readonly independent: number; readonly joint: number; readonly seen: number }
}

const matrixOf = (table: Dependence, relation: Relation): StatMatrix => {
  switch (relation) {
    case 'teamMates1':
    case 'teamMates2':
    case 'teamMates3':
    case 'teamMates4':
      return table.teamMates[Number(relation.at(-1)) - 1] ?? []
    default:
      return table[relation]
  }
}

class Sums {
  pairs = 0
  independent = 0
  joint = 0
  gain = 0
  gainOfGame = 0
  squaredGains = 0
  over = { independent: 0, joint: 0, seen: 0 }

  add(a: Mark, b: Mark, correlation: number): void {
    const aOver = a.residual > 0
    const bOver = b.residual > 0
    // Forecast probabilities of over.
    const p = Number(aOver) - a.residual
    const q = Number(bOver) - b.residual
    const excess = jointExcess(a, b, correlation)
    const alone = (aOver ? p : 1 - p) * (bOver ? q : 1 - q)
    const together = Math.max(LEAST_CHANCE, alone + (aOver === bOver ? excess : -excess))
    this.pairs += 1
    this.independent -= Math.log(alone)
    this.joint -= Math.log(together)
    this.gainOfGame += Math.log(together) - Math.log(alone)
    this.over.independent += p * q
    this.over.joint += p * q + excess
    this.over.seen += Number(aOver && bOver)
  }

  endGame(): void {
    this.gain += this.gainOfGame
    this.squaredGains += this.gainOfGame ** 2
    this.gainOfGame = 0
  }

  score(relation: Relation, games: number): RelationScore {
    const { pairs, over } = this
    const spread = Math.max(0, this.squaredGains - this.gain ** 2 / games)
    return {
      relation,
      pairs,
      logLoss: { independent: this.independent / pairs, joint: this.joint / pairs },
      gain: this.gain / pairs,
      gainError: Math.sqrt(spread) / pairs,
      bothOver: {
        independent: over.independent / pairs,
        joint: over.joint / pairs,
        seen: over.seen / pairs,
      },
    }
  }
}

/** Whether an entry is the mirror image of another one in a symmetric relation. */
const isMirrored = ({ relation, row, column }: Related): boolean =>
  (relation === 'opposingBatters' || relation === 'twoPitchers') && row.club > column.club

function addRelated(sums: Sums, { relation, row, column }: Related, table: Dependence): void {
  const matrix = matrixOf(table, relation)
  for (const [i, a] of row.marks.entries()) {
    for (const [j, b] of column.marks.entries()) {
      // Within one player a stat forms no pair with itself, and two stats form one pair.
      if (row === column && j <= i) continue
      sums.add(a, b, matrix[i]?.[j] ?? 0)
    }
  }
}

/**
 * Scores a table of dependence, and independence, on all pairs of legs of one game, with every stat at its
 * fair line.
 * @param games games that were not used to fit the table
 * @param table the fitted correlations
 */
function scoreDependence(games: readonly PlayedGame[], table: Dependence): RelationScore[] {
  const sums = new Map(RELATIONS.map((relation) => [relation, new Sums()]))
  for (const { players } of games) {
    for (const each of relationsOf(players)) {
      const relation = sums.get(each.relation)
      if (relation && !isMirrored(each)) addRelated(relation, each, table)
    }
    for (const each of sums.values()) each.endGame()
  }
  return [...sums].map(([relation, each]) => each.score(relation, games.length))
}

/** Correlations are rounded to 0.0001, less than a tenth of their standard errors. */
const DECIMALS = 10_000

/** Number of rows and columns of a relation's table. */
function sidesOf(relation: Relation): readonly [number, number] {
  const batting = BATTING_STATS.length
  const pitching = PITCHING_STATS.length
  if (relation === 'pitcherFacing' || relation === 'pitcherBacked') return [pitching, batting]
  return relation === 'samePitcher' || relation === 'twoPitchers' ? [pitching, pitching] : [batting, batting]
}

/**
 * A relation's correlations, shrunk toward 0 by empirical Bayes: the factor is τ² / (τ² + error²), where τ²
 * is the mean square of the correlations minus that of their errors.
 */
function shrinkRelation(relation: Relation, sums: PairSums): StatMatrix {
  const [rows, columns] = sidesOf(relation)
  const same = relation === 'sameBatter' || relation === 'samePitcher'
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      same && row === column ? null : sums.correlation(row, column),
    ),
  )
  const found = cells.flat().filter((cell) => cell !== null)
  const spread = found.reduce((sum, { value, error }) => sum + value ** 2 - error ** 2, 0) / found.length
  const shrunk = ({ value, error }: Correlation): number =>
    spread > 0 ? Math.round(((value * spread) / (spread + error ** 2)) * DECIMALS) / DECIMALS : 0
  // A stat has the correlation 1 with itself; a cell without pairs has none.
  const valueAt = (cell: Correlation | null, row: number, column: number): number => {
    if (cell) return shrunk(cell)
    return same && row === column ? 1 : 0
  }
  return cells.map((line, row) => line.map((cell, column) => valueAt(cell, row, column)))
}

/**
 * Estimates the correlations between the stats of one game, by relation, shrunk toward independence. Each is
 * a tetrachoric correlation: the correlation of two normal variables at which the expected number of pairs
 * that are both over equals the observed one, with the pair's own probabilities.
 */
export class DependenceSums {
  readonly #sums = new Map(RELATIONS.map((relation) => [relation, new PairSums(...sidesOf(relation))]))
  #from = ''
  #to = ''

  /** Adds a game that is not earlier than those before. */
  add({ date, players }: PlayedGame): void {
    if (this.#from === '') this.#from = date
    this.#to = date
    for (const { relation, row, column } of relationsOf(players)) {
      this.#sums.get(relation)?.add(row.marks, column.marks)
    }
    for (const each of this.#sums.values()) each.endGame()
  }

  /** The correlations of the games so far. */
  tables(): Dependence {
    const matrix = (relation: Relation): StatMatrix =>
      shrinkRelation(relation, this.#sums.get(relation) ?? new PairSums(...sidesOf(relation)))
    return {
      from: this.#from,
      to: this.#to,
      batting: BATTING_STATS,
      pitching: PITCHING_STATS,
      sameBatter: matrix('sameBatter'),
      samePitcher: matrix('samePitcher'),
      teamMates: [matrix('teamMates1'), matrix('teamMates2'), matrix('teamMates3'), matrix('teamMates4')],
      opposingBatters: matrix('opposingBatters'),
      pitcherFacing: matrix('pitcherFacing'),
      pitcherBacked: matrix('pitcherBacked'),
      twoPitchers: matrix('twoPitchers'),
    }
  }
}

/** Number of held-out days at the end of the season. */
const HELD_BACK_DAYS = 30
const DAY_MS = 86_400_000

const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`.padStart(7)

const line = ({ relation, pairs, logLoss, gain, gainError, bothOver }: RelationScore): string =>
  [
    relation.padEnd(16),
    String(pairs).padStart(9),
    logLoss.independent.toFixed(4).padStart(13),
    logLoss.joint.toFixed(4).padStart(8),
    gain.toFixed(4).padStart(9),
    `± ${gainError.toFixed(4)}`,
    percent(bothOver.independent),
    percent(bothOver.joint),
    percent(bothOver.seen),
  ].join(' ')

/** The scores of a table on the days after its fit, as text with one line per relation. */
const describeScores = (scores: readonly RelationScore[], fittedTo: string, until: string): string =>
  [
    `Pairs of one game, fitted to ${fittedTo}, judged to ${until}: mean log loss, and how often both go over`,
    'relation             pairs  independent    joint      gain          alone  joint   seen',
    ...scores.filter(({ pairs }) => pairs > 0).map(line),
  ].join('\n')

/**
 * Fits the dependence between legs of one game, from overs and unders at the engine's fair lines. Each
 * forecast only uses data of earlier days. Sums of one batter's stats, such as H+R+RBI, do not use it: the
 * engine models them jointly.
 * @param until last day used, `YYYY-MM-DD`
 * @param engine source of the forecasts
 * @param report receives the test on held-out days, as lines of text: correlations fitted to all but the last
 *   thirty days, compared with those thirty
 */
export function fitDependence(
  season: Season,
  until: string,
  engine: Engine = ENGINE,
  report?: (text: string) => void,
): Dependence {
  const fittedTo = dayBefore(until, HELD_BACK_DAYS)
  const sums = new DependenceSums()
  const heldBack: PlayedGame[] = []
  let before: Dependence | null = null
  visitPlayedGames(season, until, engine, (game) => {
    if (report && game.date > fittedTo) {
      before ??= sums.tables()
      heldBack.push(game)
    }
    sums.add(game)
  })
  const tables = sums.tables()
  report?.(describeScores(scoreDependence(heldBack, before ?? tables), fittedTo, until))
  return { ...tables, to: until }
}
