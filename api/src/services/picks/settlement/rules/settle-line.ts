import type { HittingCounts, PitchingCounts, Side, StatType } from '@propsight/shared/domain'

/** How far a game has come. `called-off` is one that is not played on the day that it was promised for. */
export type GamePhase = 'before' | 'playing' | 'over' | 'called-off'

/** What a player did in one game, as far as it has come; null where he did not, or not yet, take part. */
export type GameLine =
  | ({ readonly group: 'hitting'; readonly plateAppearances: number } & HittingCounts)
  | ({ readonly group: 'pitching'; readonly started: boolean } & PitchingCounts)

export interface LineResult {
  readonly status: 'pending' | 'in-progress' | 'winner' | 'loser' | 'push' | 'no-game'
  /** What the player did, in the stat's unit. */
  readonly actual: number | null
}

/** By the rule of the rates: a batter's games with a plate appearance, a pitcher's starts. */
function amountOf(stat: StatType, line: GameLine | null): number | null {
  if (!line) return null
  if (stat.group === 'hitting')
    return line.group === 'hitting' && line.plateAppearances > 0 ? stat.value(line) : null
  return line.group === 'pitching' && line.started ? stat.value(line) : null
}

/**
 * How a line on one game stands (specification 2 §4): nothing before its first pitch, the value so far while it is
 * played, then winner, loser or push. Who took no part, and a game that was called off, leave NO GAME.
 * @param line the number to beat, in the stat's unit
 * @param played the player's own line of that game
 */
export function settleLine(
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
