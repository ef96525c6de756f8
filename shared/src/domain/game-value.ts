import type { GamePlace } from './game-counts.ts'

/** One bar of a chart: the value of one game compared with a line (N12). */
export interface GameBar extends GamePlace {
  value: number
  /** OVER or UNDER only. A push has UNDER here and `push: true`; rates exclude it. */
  result: 'OVER' | 'UNDER'
  push?: true
}

/**
 * Builds the bar of one game.
 * @param value of the game, in the market's unit
 * @param line the number to beat, as the book writes it
 */
export function gameBar(place: GamePlace, value: number, line: number): GameBar {
  const { date, opponent, homeAway } = place
  const result = value > line ? 'OVER' : 'UNDER'
  return { date, value, result, opponent, homeAway, ...(value === line ? { push: true as const } : {}) }
}
