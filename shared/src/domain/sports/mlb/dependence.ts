import shipped from './fitted/dependence.json' with { type: 'json' }
import { findStatType } from './stat-types.ts'

/** What the correlation of two legs depends on; the fields are those of `ParlayLeg`. */
interface Leg {
  readonly game: string
  readonly club: string | null
  readonly player: string
  readonly slot: number | null
  readonly stat: string
  readonly side: 'over' | 'under'
}

/** Correlations by stat × stat, in the order of `Dependence.batting` or `Dependence.pitching`. */
export type StatMatrix = readonly (readonly number[])[]

/**
 * Correlations of the stats of one game: those of the standard normal variables of a Gaussian copula, each
 * from −1 to 1.
 */
export interface Dependence {
  /** First and last day of the data that it was fitted on. */
  readonly from: string
  readonly to: string
  /** Names of the stats of rows and columns. */
  readonly batting: readonly string[]
  readonly pitching: readonly string[]
  readonly sameBatter: StatMatrix
  readonly samePitcher: StatMatrix
  /**
   * `teamMates[d − 1][i][j]`: stat i of a batter and stat j of the team-mate d places later in the order. A
   * team-mate five or more places later counts as four or fewer places earlier, because the order is cyclic.
   */
  readonly teamMates: readonly StatMatrix[]
  readonly opposingBatters: StatMatrix
  /** Starting pitcher (rows) and opposing batters. */
  readonly pitcherFacing: StatMatrix
  /** Starting pitcher (rows) and batters of the same club. */
  readonly pitcherBacked: StatMatrix
  readonly twoPitchers: StatMatrix
}

/** Correlations of the stats of one game, written by `npm run fit`. */
export const DEPENDENCE: Dependence = shipped.value

const PLACES = 9

interface Subject {
  readonly leg: Leg
  readonly batter: boolean
  /** Row of the table, −1 for a stat outside of it. */
  readonly at: number
}

function subject(table: Dependence, leg: Leg): Subject {
  const stat = findStatType(leg.stat)
  const batter = stat?.group === 'hitting'
  return { leg, batter, at: (batter ? table.batting : table.pitching).indexOf(stat?.name ?? '') }
}

const cell = (matrix: StatMatrix | undefined, row: number, column: number): number =>
  matrix?.[row]?.[column] ?? 0

function betweenTeamMates({ teamMates }: Dependence, a: Subject, b: Subject): number {
  if (a.leg.slot === null || b.leg.slot === null) {
    const both = teamMates.map((matrix) => cell(matrix, a.at, b.at) + cell(matrix, b.at, a.at))
    return both.reduce((sum, pair) => sum + pair, 0) / (2 * teamMates.length)
  }
  const after = (b.leg.slot - a.leg.slot + PLACES) % PLACES
  return after <= teamMates.length
    ? cell(teamMates[after - 1], a.at, b.at)
    : cell(teamMates[PLACES - after - 1], b.at, a.at)
}

function betweenPlayers(table: Dependence, a: Subject, b: Subject): number {
  if (a.leg.club === null || b.leg.club === null) return 0
  const together = a.leg.club === b.leg.club
  if (a.batter && b.batter)
    return together ? betweenTeamMates(table, a, b) : cell(table.opposingBatters, a.at, b.at)
  if (!a.batter && !b.batter) return together ? 0 : cell(table.twoPitchers, a.at, b.at)
  const [pitcher, batter] = a.batter ? [b, a] : [a, b]
  return cell(together ? table.pitcherBacked : table.pitcherFacing, pitcher.at, batter.at)
}

function betweenStats(table: Dependence, a: Subject, b: Subject): number {
  if (a.leg.game !== b.leg.game) return 0
  if (a.leg.player !== b.leg.player) return betweenPlayers(table, a, b)
  if (a.batter !== b.batter) return 0
  if (a.at === b.at && findStatType(a.leg.stat) === findStatType(b.leg.stat)) return 1
  return cell(a.batter ? table.sameBatter : table.samePitcher, a.at, b.at)
}

/**
 * Correlation of the normal variables of two legs: that of their stats, with the opposite sign where one leg is over and
 * the other under. 0 for legs of different games, for unknown clubs and for stats outside of the table.
 */
export function legCorrelation(table: Dependence, a: Leg, b: Leg): number {
  const between = betweenStats(table, subject(table, a), subject(table, b))
  return a.side === b.side ? between : -between
}
