import { findStatType } from '../../stat-types.ts'
import shipped from '../fitted/dependence.json' with { type: 'json' }
import { lineKey, type ParlayLeg } from './leg.ts'

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
  readonly leg: ParlayLeg
  readonly batter: boolean
  /** Row of the table, −1 for a stat outside of it. */
  readonly at: number
}

function subject(table: Dependence, leg: ParlayLeg): Subject {
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
  if (a.batter && b.batter) {
    return together ? betweenTeamMates(table, a, b) : cell(table.opposingBatters, a.at, b.at)
  }
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
 * Correlation of the normal variables of two legs: that of their stats, with the opposite sign where one leg
 * is over and the other under. 0 for legs of different games, for unknown clubs and for stats outside of the
 * table.
 */
export function legCorrelation(table: Dependence, a: ParlayLeg, b: ParlayLeg): number {
  const between = betweenStats(table, subject(table, a), subject(table, b))
  return a.side === b.side ? between : -between
}

/** Legs that are correlated directly or through other legs, with their correlations. */
export interface Cluster {
  readonly legs: readonly ParlayLeg[]
  readonly correlation: readonly (readonly number[])[]
}

const byLine = (a: ParlayLeg, b: ParlayLeg): number => (lineKey(a) < lineKey(b) ? -1 : 1)

const samePlayer = (a: ParlayLeg, b: ParlayLeg): boolean => a.game === b.game && a.player === b.player

/**
 * Groups the legs of an entry into independent clusters. Clusters and their legs are sorted, so that the
 * results do not depend on the order of the input, to the last bit.
 * @param legs at most one per line
 */
export function clusterLegs(legs: readonly ParlayLeg[], table: Dependence): Cluster[] {
  const rest = legs.toSorted(byLine)
  const groups: ParlayLeg[][] = []
  for (let first = rest.shift(); first; first = rest.shift()) {
    const group = [first]
    for (const member of group) {
      for (const other of [...rest]) {
        if (!samePlayer(member, other) && legCorrelation(table, member, other) === 0) continue
        group.push(other)
        rest.splice(rest.indexOf(other), 1)
      }
    }
    groups.push(group.toSorted(byLine))
  }
  return groups.map((group) => ({
    legs: group,
    correlation: group.map((a) => group.map((b) => (a === b ? 1 : legCorrelation(table, a, b)))),
  }))
}
