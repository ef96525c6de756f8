import type { StatForecast } from '../forecast.ts'
import type { PitcherInput } from '../input.ts'
import { type EngineResult, refuse } from '../result.ts'

/**
 * What a starting pitcher will do in one start: one forecast for each stat asked for, in that order.
 * @param stats names as in `statTypeOf`, or their aliases
 * @returns a refusal for a stat that is no pitcher's, and for a pitcher without a start this season
 */
export function forecastPitcher(
  input: PitcherInput,
  stats: readonly string[],
): EngineResult<readonly StatForecast[]> {
  if (!input.games.some((game) => game.started)) return refuse('no starts')
  return refuse(stats.length === 0 ? 'unknown stat' : 'no league totals')
}
