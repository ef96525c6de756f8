import type { PitcherInput } from '@propsight/shared/domain/engine'
import type { PitchingRow, Season } from '../../read/season.ts'
import { walk } from '../../walk/walk.ts'

/** A start: what was known in the morning, and what came of it. */
export interface StartedGame {
  readonly input: PitcherInput
  readonly outcome: PitchingRow
}

/** All starts of the days up to `until` (included), in their order. */
export function startedGames(season: Season, until: string): readonly StartedGame[] {
  const games: StartedGame[] = []
  walk(season, { to: until }, (day) => {
    for (const outcome of day.pitching) {
      const game = day.games.get(outcome.gameId)
      if (!outcome.started || game === undefined) continue
      games.push({ input: day.state.pitcher(game, outcome.home, outcome.playerId), outcome })
    }
  })
  return games
}
