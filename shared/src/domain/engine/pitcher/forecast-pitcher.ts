import {
  answer,
  buildStatForecast,
  type Distribution,
  type EngineResult,
  refuse,
  type StatForecast,
} from '../forecast.ts'
import { lacksCounts, type PitcherInput } from '../input.ts'
import { computeBand } from './band.ts'
import type { PitchingConstants } from './constants.ts'
import { PITCHING } from './constants.ts'
import { computeExpectedStart, type Expected } from './expected.ts'
import { buildMatchup } from './matchup.ts'
import { neededCounts, pitcherStatOf, startChances, statChances } from './stat-chances.ts'

/**
 * Forecasts stats of a starting pitcher in one start from one joint model. Expected length and rates
 * determine the distribution of outs, and those of strikeouts, hits, walks and earned runs given the outs.
 * @param stats names as in `findStatType`, or aliases; the result has the same order
 * @param constants fitted weights; a backtest passes others than the shipped ones
 * @returns a refusal for a name that is not a pitcher stat, and for a pitcher without a start this season
 */
export function forecastPitcher(
  input: PitcherInput,
  stats: readonly string[],
  constants: PitchingConstants = PITCHING,
): EngineResult<readonly StatForecast[]> {
  const requested = stats.map(pitcherStatOf)
  if (!requested.every((stat) => stat !== undefined)) return refuse('unknown stat')
  const matchup = buildMatchup(input, constants)
  if (matchup === null) return refuse('no starts')
  const starts = input.games.filter(({ started }) => started)
  if (requested.some((stat) => lacksCounts(starts, neededCounts(stat), input.setting.date)))
    return refuse('no counts')
  const expected = computeExpectedStart(matchup, constants)
  const middle = startChances(expected, constants)
  return answer(
    requested.map((stat) => {
      const { low, high } = computeBand(stat, matchup, expected, constants)
      const chances = (start: Expected): Distribution => statChances(stat, start, constants)
      return buildStatForecast(stat, middle(stat), chances(low), chances(high))
    }),
  )
}
