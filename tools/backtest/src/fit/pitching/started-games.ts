import type { PitcherInput } from '@propsight/shared/domain/engine'
import type { PitchingRow, Season } from '../../read/season.ts'
import { walk } from '../../walk/walk.ts'

/** A start of a pitcher: the engine's input of the morning and the actual line. */
export interface StartedGame {
  readonly input: PitcherInput
  readonly outcome: PitchingRow
}

/** All starts of pitchers up to and including the day `until`, in order of time. */
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
