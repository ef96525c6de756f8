import type { ThrowHand } from '../engine/input.ts'
import type { GamePlace, HittingLogGame, PitchingLogGame } from '../game-counts.ts'
import type { StatType } from '../stat-types.ts'

/** A log as `GameLog` has it; a batter's game may also tell the hand of the starter whom he faced. */
export type RatedLog =
  | {
      readonly group: 'hitting'
      readonly games: readonly (HittingLogGame & { readonly starterHand?: ThrowHand | null })[]
    }
  | { readonly group: 'pitching'; readonly games: readonly PitchingLogGame[] }

export interface RatedGame {
  readonly place: GamePlace
  /** Hand of the other side's starter; of a pitcher's games no one hand can be told. */
  readonly hand: ThrowHand | null
  readonly value: number
}

/**
 * The games that say something about a line, by the rule of `lineTrend`: a batter's with a plate appearance, a
 * pitcher's starts. A log of the other group has none.
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
