import type { BatterInput, Evidence, PerStep } from '@propsight/shared/domain/engine'
import type { BattingRow, Season } from '../../read/season.ts'
import { walk } from '../../walk/walk.ts'

/** A start of a batter: the evidence of the morning and the actual line. */
export interface BattingCase {
  readonly evidence: Evidence
  readonly row: BattingRow
  /**
   * The league's rates in the weeks before and after the game. The totals of the morning lag behind them for
   * all batters alike.
   */
  readonly currentRates: PerStep<number>
}

/** A start of a batter: the engine's input of the morning and the actual line. */
export interface BattingSample {
  readonly input: BatterInput
  readonly row: BattingRow
  /** Number of earlier starts. */
  readonly starts: number
}

/**
 * All starts of batters who did not pitch, up to and including the day `until`, with the engine's input of
 * the morning and a known place in the order. A batter's first game is left out.
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
