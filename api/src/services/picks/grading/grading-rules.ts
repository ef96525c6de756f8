import {
  type HittingCounts,
  isPaid,
  type OddsType,
  type PitchingCounts,
  PRIZEPICKS_PAYOUTS,
  payout,
  type Side,
  type StatType,
} from '@propsight/shared/domain'

export interface EndedLeg {
  readonly status: 'winner' | 'loser' | 'push' | 'no-game'
  readonly oddsType: OddsType
}

export interface ParlayResult {
  readonly outcome: 'won' | 'lost' | 'refunded'
  /** Payout per unit staked, including the stake; null when no public table has a payout. */
  readonly paid: number | null
}

/** Outcome of an entry with this payout per unit staked. */
function outcomeOf(paid: number | null): ParlayResult['outcome'] {
  if (paid === 0) return 'lost'
  return paid === 1 ? 'refunded' : 'won'
}

/**
 * Grades a Power entry (P8) by the book's payout table: legs without a game drop out, then ties, each of
 * which reduces the entry to the next lower size (`payout`). An entry without a payout in the table is lost
 * with a losing leg, won with a winning leg and no losing one, and refunded otherwise.
 * @param legs all legs of the entry, each ended
 */
export function gradeParlay(legs: readonly EndedLeg[]): ParlayResult {
  const count = (status: EndedLeg['status']) => legs.filter((leg) => leg.status === status).length
  const wins = count('winner')
  const losses = count('loser')
  const ties = count('push')
  const priced =
    legs.every(({ oddsType }) => oddsType === 'standard') && isPaid(PRIZEPICKS_PAYOUTS, 'power', legs.length)
  if (priced) {
    const paid = payout(PRIZEPICKS_PAYOUTS, 'power', { wins, losses, ties })
    return { outcome: outcomeOf(paid), paid }
  }
  if (losses > 0) return { outcome: 'lost', paid: null }
  return { outcome: wins > 0 ? 'won' : 'refunded', paid: null }
}

/** Phase of a game. `called-off` is a game that is not played on its scheduled day. */
export type GamePhase = 'before' | 'playing' | 'over' | 'called-off'

/** Counts of a player in one game, final or so far. */
export type GameLine =
  | ({ readonly group: 'hitting'; readonly plateAppearances: number } & HittingCounts)
  | ({ readonly group: 'pitching'; readonly started: boolean } & PitchingCounts)

export interface LineResult {
  readonly status: 'pending' | 'in-progress' | 'winner' | 'loser' | 'push' | 'no-game'
  /** Value of the player, in the unit of the market. */
  readonly actual: number | null
}

/**
 * Value of a player's line; null when the game does not count. Same rule as for hit rates: a batter needs a
 * plate appearance, a pitcher a start.
 */
function amountOf(stat: StatType, line: GameLine | null): number | null {
  if (!line) return null
  if (stat.group === 'hitting')
    return line.group === 'hitting' && line.plateAppearances > 0 ? counted(stat.value(line)) : null
  return line.group === 'pitching' && line.started ? counted(stat.value(line)) : null
}

/** @throws Error for an unknown value: the leg stays open until the box score has the count */
function counted(value: number | null): number {
  if (value === null) throw new Error('a box score lacks a count')
  return value
}

/**
 * Grades a line in one game (P7): pending before the first pitch, in progress with the current value during
 * the game, then winner, loser or push. NO GAME when the player did not take part or the game was called off.
 * @param line the number to beat, in the unit of the market
 * @param played the player's counts of that game; null when the player did not take part, or not yet
 * @throws Error when the player took part and the box score lacks a count of the market
 */
export function gradeLine(
  stat: StatType,
  line: number,
  side: Side,
  phase: GamePhase,
  played: GameLine | null,
): LineResult {
  if (phase === 'before') return { status: 'pending', actual: null }
  if (phase === 'called-off') return { status: 'no-game', actual: null }
  const actual = amountOf(stat, played)
  if (phase === 'playing') return { status: 'in-progress', actual }
  if (actual === null) return { status: 'no-game', actual: null }
  if (actual === line) return { status: 'push', actual }
  return { status: actual > line === (side === 'OVER') ? 'winner' : 'loser', actual }
}
