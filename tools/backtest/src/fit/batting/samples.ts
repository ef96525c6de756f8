import type { BatterInput } from '@propsight/shared/domain/engine'
import type { BattingRow, Season } from '../../read/season.ts'
import { walk } from '../../walk/walk.ts'

/** A start, as it was known in the morning and as it came out. */
export interface BattingSample {
  readonly input: BatterInput
  readonly row: BattingRow
  /** His starts before. */
  readonly starts: number
}

/**
 * Every start of a batter who did not pitch, up to and including the day `until`, with what was known that morning and
 * his place in the order told. Only batters who had played before.
 */
export function battingSamples(season: Season, until: string): BattingSample[] {
  const samples: BattingSample[] = []
  walk(season, { to: until }, ({ state, games, batting }) => {
    for (const row of batting) {
      const game = games.get(row.gameId)
      const earlier = state.batterGames(row.playerId)
      if (!game || !row.started || row.pitched || earlier.length === 0) continue
      const starts = earlier.filter(({ started }) => started).length
      samples.push({ input: state.batter(game, row.home, row.playerId, row.slot), row, starts })
    }
  })
  return samples
}
