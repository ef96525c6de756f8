import type { ThrowHand } from '../engine/input.ts'
import type { GamePlace, HittingLogGame, PitchingLogGame } from '../game-counts.ts'
import type { StatType } from '../stat-types.ts'

/** A `GameLog` in which a batter's game may also have the hand of the opposing starter. */
export type RatedLog =
  | {
      readonly group: 'hitting'
      readonly games: readonly (HittingLogGame & { readonly starterHand?: ThrowHand | null })[]
    }
  | { readonly group: 'pitching'; readonly games: readonly PitchingLogGame[] }

export interface RatedGame {
  readonly place: GamePlace
  /** Hand of the opposing starter; null where unknown, and in a pitcher's games. */
  readonly hand: ThrowHand | null
  readonly value: number
}

/**
 * Selects the games that count for a market, by the rule of `lineTrend`: a batter's games with a plate
 * appearance, a pitcher's starts. A log of the other group has none.
 */
export function ratedGames(stat: StatType, log: RatedLog): RatedGame[] {
  if (stat.group === 'hitting') {
    if (log.group !== 'hitting') return []
    return log.games
      .filter((game) => game.plateAppearances > 0)
      .map((game) => ({ place: game, hand: game.starterHand ?? null, value: stat.value(game) }))
  }
  if (log.group !== 'pitching') return []
  return log.games
    .filter((game) => game.started)
    .map((game) => ({ place: game, hand: null, value: stat.value(game) }))
}
