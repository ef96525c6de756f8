import { type Explanation, type OverStep, overSteps } from '../explanation.ts'
import { PITCHING } from '../fitted/pitching.ts'
import type { PitcherInput } from '../input.ts'
import { answer, type EngineResult, refuse } from '../result.ts'
import type { PitchingConstants } from './constants.ts'
import { expectedStart } from './expected.ts'
import { pitcherNotes } from './explain-notes.ts'
import { explainStages } from './explain-stages.ts'
import { matchupOf } from './matchup.ts'
import { pitcherStatOf, startChances } from './stat-chances.ts'

/**
 * How each stat's chances come about, from a usual starter to his own of tonight, factor by factor: the last step's
 * distribution is the forecast's. What the stats share is worked out once a step.
 * @param stats names as in `statTypeOf`, or aliases; answered in that order
 * @returns a refusal as `forecastPitcher`'s
 */
export function explainPitcherStats(
  input: PitcherInput,
  stats: readonly string[],
  constants: PitchingConstants = PITCHING,
): EngineResult<readonly Explanation[]> {
  const asked = stats.map(pitcherStatOf)
  if (!asked.every((stat) => stat !== undefined)) return refuse('unknown stat')
  const all = matchupOf(input, constants)
  if (all === null) return refuse('no starts')
  const noteOf = pitcherNotes(input, all)
  const stages = explainStages(all).map(({ factor, matchup }) => ({
    factor,
    chances: startChances(expectedStart(matchup, constants), constants),
  }))
  return answer(
    asked.map((stat) => ({
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
 * P(over) of one line, factor by factor: `explainPitcherStats`, read off.
 * @param stat name as in `statTypeOf`, or an alias
 * @param line any line that a book could draw
 * @returns a refusal for a stat that is no pitcher's, a line that is none, and a pitcher without a start this season
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
