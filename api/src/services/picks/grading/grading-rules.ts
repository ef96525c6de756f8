import type { HittingCounts, PitchingCounts, Side, StatType } from '@propsight/shared/domain'

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
