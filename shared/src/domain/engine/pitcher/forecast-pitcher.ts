import type { Distribution } from '../distribution.ts'
import { PITCHING } from '../fitted/pitching.ts'
import type { StatForecast } from '../forecast.ts'
import type { PitcherInput } from '../input.ts'
import { readOff } from '../read-off.ts'
import { answer, type EngineResult, refuse } from '../result.ts'
import { bandOf } from './band.ts'
import type { PitchingConstants } from './constants.ts'
import { type Expected, expectedStart } from './expected.ts'
import { matchupOf } from './matchup.ts'
import { pitcherStatOf, startChances, statChances } from './stat-chances.ts'

/**
 * Forecasts stats of a starting pitcher in one start from one joint model. Expected length and rates
 * determine the distribution of outs, and those of strikeouts, hits, walks and earned runs given the outs.
 * @param stats names as in `statTypeOf`, or aliases; the result has the same order
 * @param constants fitted weights; a backtest passes others than the shipped ones
 * @returns a refusal for a name that is no pitcher stat, and for a pitcher without a start this season
 */
export function forecastPitcher(
  input: PitcherInput,
  stats: readonly string[],
  constants: PitchingConstants = PITCHING,
): EngineResult<readonly StatForecast[]> {
  const asked = stats.map(pitcherStatOf)
  if (!asked.every((stat) => stat !== undefined)) return refuse('unknown stat')
  const matchup = matchupOf(input, constants)
  if (matchup === null) return refuse('no starts')
  const expected = expectedStart(matchup, constants)
  const middle = startChances(expected, constants)
  return answer(
    asked.map((stat) => {
      const { low, high } = bandOf(stat, matchup, expected, constants)
      const chances = (start: Expected): Distribution => statChances(stat, start, constants)
      return readOff(stat, middle(stat), chances(low), chances(high))
    }),
  )
}
