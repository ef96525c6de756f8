import type { GamePlace } from './game-counts.ts'

/** One bar of a chart: a game against a line (specification 2 §3). */
export interface GameBar extends GamePlace {
  value: number
  /** A push stays UNDER here, as specified; `push` marks it, and it is left out of every rate. */
  result: 'OVER' | 'UNDER'
  push?: true
}

/** The bar of one game. `line` as the book writes it. */
export function gameBar(place: GamePlace, value: number, line: number): GameBar {
  const { date, opponent, homeAway } = place
  const result = value > line ? 'OVER' : 'UNDER'
  return { date, value, result, opponent, homeAway, ...(value === line ? { push: true as const } : {}) }
}
