import type { Dependence, StatMatrix } from '@propsight/shared/domain/engine'
import { type Correlation, PairSums } from './pair-sums.ts'
import { BATTING_STATS, PITCHING_STATS, type PlayedGame } from './performances.ts'
import { RELATIONS, type Relation, relationsOf } from './relations.ts'

/** Correlations are rounded to 0.0001, less than a tenth of their standard errors. */
const DECIMALS = 10_000

/** Number of rows and columns of a relation's table. */
function sidesOf(relation: Relation): readonly [number, number] {
  const [batting, pitching] = [BATTING_STATS.length, PITCHING_STATS.length]
  if (relation === 'pitcherFacing' || relation === 'pitcherBacked') return [pitching, batting]
  return relation === 'samePitcher' || relation === 'twoPitchers' ? [pitching, pitching] : [batting, batting]
}

/**
 * A relation's correlations, shrunk toward 0 by empirical Bayes: the factor is τ² / (τ² + error²), where τ²
 * is the mean square of the correlations minus that of their errors.
 */
function matrixOf(relation: Relation, sums: PairSums): StatMatrix {
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
  return cells.map((line, row) =>
    line.map((cell, column) => (cell ? shrunk(cell) : same && row === column ? 1 : 0)),
  )
}

/**
 * Estimates the correlations between the stats of one game, by relation, shrunk toward independence. Each is
 * a tetrachoric correlation: the correlation of two normal variables at which the expected number of pairs
 * that are both over equals the observed one, with the pair's own probabilities.
 */
export function dependenceOf(games: readonly PlayedGame[]): Dependence {
  const sums = new Map(RELATIONS.map((relation) => [relation, new PairSums(...sidesOf(relation))]))
  for (const { players } of games) {
    for (const { relation, row, column } of relationsOf(players)) {
      sums.get(relation)?.add(row.marks, column.marks)
    }
    for (const each of sums.values()) each.endGame()
  }
  const matrix = (relation: Relation): StatMatrix =>
    matrixOf(relation, sums.get(relation) ?? new PairSums(...sidesOf(relation)))
  const days = games.map(({ date }) => date).toSorted()
  return {
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
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
