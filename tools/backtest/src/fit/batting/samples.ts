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
 * Visits all starts of batters who did not pitch, up to and including the day `until`, with the engine's input
 * of the morning and a known place in the order. A batter's first game is left out. A walk through a season
 * takes a second, so a fit repeats it instead of keeping all inputs in memory.
 */
export function visitSamples(season: Season, until: string, visit: (sample: BattingSample) => void): void {
  walk(season, { to: until }, ({ state, games, batting }) => {
    for (const row of batting) {
      const game = games.get(row.gameId)
      const earlier = state.batterGames(row.playerId)
      if (!game || !row.started || row.pitched || earlier.length === 0) continue
      const starts = earlier.filter(({ started }) => started).length
      visit({ input: state.batter(game, row.home, row.playerId, row.slot), row, starts })
    }
  })
}

/** At most `most` of the wanted starts, spread evenly. */
export function someSamples(
  season: Season,
  until: string,
  most: number,
  isWanted: (sample: BattingSample) => boolean = () => true,
): BattingSample[] {
  let wanted = 0
  visitSamples(season, until, (sample) => {
    if (isWanted(sample)) wanted++
  })
  const every = Math.max(1, Math.ceil(wanted / most))
  const some: BattingSample[] = []
  let at = 0
  visitSamples(season, until, (sample) => {
    if (isWanted(sample) && at++ % every === 0) some.push(sample)
  })
  return some
}
