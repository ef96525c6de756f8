import { type Explanation, type OverStep, overSteps } from '../explanation-notes.ts'
import { answer, type EngineResult, refuse } from '../forecast.ts'
import { lacksCounts, type PitcherInput } from '../input.ts'
import type { PitchingConstants } from './constants.ts'
import { PITCHING } from './constants.ts'
import { computeExpectedStart } from './expected.ts'
import { buildPitcherNotes, listExplanationSteps } from './explanation-steps.ts'
import { buildMatchup } from './matchup.ts'
import { neededCounts, pitcherStatOf, startChances } from './stat-chances.ts'

/**
 * Explains the forecast of each stat in steps. The first step is an average starter; each further step adds
 * one factor; the distribution of the last step is the forecast. The parts that stats share are computed once
 * per step.
 * @param stats names as in `findStatType`, or aliases; the result has the same order
 * @returns the refusals of `forecastPitcher`
 */
export function explainPitcherStats(
  input: PitcherInput,
  stats: readonly string[],
  constants: PitchingConstants = PITCHING,
): EngineResult<readonly Explanation[]> {
  const requested = stats.map(pitcherStatOf)
  if (!requested.every((stat) => stat !== undefined)) return refuse('unknown stat')
  const all = buildMatchup(input, constants)
  if (all === null) return refuse('no starts')
  const starts = input.games.filter(({ started }) => started)
  if (requested.some((stat) => lacksCounts(starts, neededCounts(stat), input.setting.date)))
    return refuse('no counts')
  const noteOf = buildPitcherNotes(input, all)
  const stages = listExplanationSteps(all, input.setting.weather !== null).map(({ factor, matchup }) => ({
    factor,
    chances: startChances(computeExpectedStart(matchup, constants), constants),
  }))
  return answer(
    requested.map((stat) => ({
      stat,
      steps: stages.map(({ factor, chances }) => ({
        factor,
        note: noteOf(factor, stat),
        distribution: chances(stat),
      })),
    })),
  )
}

/**
 * Explains P(over) of one line: `explainPitcherStats`, evaluated at the line.
 * @param stat name as in `findStatType`, or an alias
 * @param line any finite number of 0 or more
 * @returns the refusals of `forecastPitcher`, and refusals for an invalid line
 */
export function explainPitcher(
  input: PitcherInput,
  stat: string,
  line: number,
  constants: PitchingConstants = PITCHING,
): EngineResult<readonly OverStep[]> {
  if (pitcherStatOf(stat) === undefined) return refuse('unknown stat')
  if (!Number.isFinite(line)) return refuse('line is not a number')
  if (line < 0) return refuse('line is negative')
  const explained = explainPitcherStats(input, [stat], constants)
  return explained.ok ? answer(explained.value.flatMap((one) => overSteps(one, line))) : explained
}
