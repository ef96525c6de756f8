// What the rest of the domain knows about the sports. Clubs and weather are in their own modules, for the pages that need no other.

import { legCorrelation as baseballCorrelation, type Dependence } from './mlb/dependence.ts'
import priceRecord from './mlb/fitted/price-record.json' with { type: 'json' }
import { findStatType } from './mlb/stat-types.ts'

export { DEPENDENCE, type Dependence } from './mlb/dependence.ts'
export type { ThrowHand } from './mlb/engine/input.ts'
export { default as LINE_EVIDENCE } from './mlb/fitted/line-evidence.json' with { type: 'json' }
export {
  findStatType,
  type GameLog,
  type HittingLogGame,
  type PitchingLogGame,
  type StatType,
} from './mlb/stat-types.ts'
export {
  type BoxScoreGroup,
  type BoxScoreLogGame,
  type GamePlace,
  type LineKind,
  type SportCode,
  sportOfStat,
} from './stat-type.ts'

/** How the engines compared with sportsbook prices, by sport, for the sports that have such a record. */
export const PRICE_RECORDS = { MLB: priceRecord.value }

type Leg = Parameters<typeof baseballCorrelation>[1]

/**
 * Correlation of the normal variables of two legs: that of their stats, with the opposite sign where one leg is over and
 * the other under. 0 for legs of different games or sports, and for one player twice, which books do not take in other
 * sports than baseball.
 */
export function legCorrelation(table: Dependence, a: Leg, b: Leg): number {
  const stat = findStatType(a.stat)
  if (!stat || !('engine' in stat)) return baseballCorrelation(table, a, b)
  if (a.game !== b.game || a.player === b.player || a.club === null || b.club === null) return 0
  const { teamMates, opponents } = stat.engine ?? { teamMates: {}, opponents: {} }
  const between = (a.club === b.club ? teamMates : opponents)[findStatType(b.stat)?.name ?? ''] ?? 0
  return a.side === b.side ? between : -between
}
