import type { Dependence, StatMatrix } from '@propsight/shared/domain/engine'
import { type PlayedGame, RELATIONS, type Related, type Relation, relationsOf } from './performances.ts'
import { jointExcess, type Mark } from './tetrachoric.ts'

/** Lower bound of a probability, so that no log loss is infinite. */
const LEAST_CHANCE = 1e-6

/**
 * The observed outcomes of a relation's pairs, compared with the forecasts of dependence and of independence.
 */
export interface RelationScore {
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
export function scoreDependence(games: readonly PlayedGame[], table: Dependence): RelationScore[] {
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
