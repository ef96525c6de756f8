import { CALIBRATION, calibrate } from '../calibrate.ts'
import { type Explanation, type OverStep, overSteps } from '../explanation-notes.ts'
import { answer, type EngineResult, refuse } from '../forecast.ts'
import { type BatterInput, lacksCounts } from '../input.ts'
import { BATTING } from './constants.ts'
import { gameChances } from './distribute.ts'
import { buildEvidence } from './evidence.ts'
import { buildBatterNotes, listExplanationSteps } from './explanation-steps.ts'
import { computeGameParameters } from './game-parameters.ts'
import { type StatWeights, statWeights } from './stat-weights.ts'

/**
 * Explains the forecast of each stat in steps. The first step is an average batter; each further step adds
 * one factor; the distribution of the last step is the forecast. The parts that stats share are computed once
 * per step.
 * @param stats names as in `findStatType`, or aliases; the result has the same order
 * @returns the refusals of `forecastBatter`
 */
export function explainBatterStats(
  input: BatterInput,
  stats: readonly string[],
): EngineResult<readonly Explanation[]> {
  const requested: StatWeights[] = []
  for (const stat of stats) {
    const weights = statWeights(stat)
    if (!weights) return refuse('unknown stat')
    requested.push(weights)
  }
  const evidence = buildEvidence(input, BATTING)
  if (!evidence) return refuse('no games')
  if (requested.some(({ needs }) => lacksCounts(input.games, needs, input.setting.date)))
    return refuse('no counts')
  const noteOf = buildBatterNotes(input, evidence)
  const stages = listExplanationSteps(evidence, input.setting.weather !== null).map(
    ({ factor, evidence: stepEvidence }) => ({
      factor,
      chances: gameChances(computeGameParameters(stepEvidence, BATTING), BATTING),
    }),
  )
  return answer(
    requested.map((weights) => ({
      stat: weights.name,
      steps: stages.map(({ factor, chances }) => ({
        factor,
        note: noteOf(factor, weights.name),
        distribution: calibrate(chances(weights), CALIBRATION.maps[weights.name]),
      })),
    })),
  )
}

/**
 * Explains P(over) of one line: `explainBatterStats`, evaluated at the line.
 * @param line any finite number of 0 or more
 * @returns the refusals of `forecastBatter`, and refusals for an invalid line
 */
export function explainBatter(
  input: BatterInput,
  stat: string,
  line: number,
): EngineResult<readonly OverStep[]> {
  if (!Number.isFinite(line)) return refuse('line is not a number')
  if (line < 0) return refuse('line is negative')
  const explained = explainBatterStats(input, [stat])
  return explained.ok ? answer(explained.value.flatMap((one) => overSteps(one, line))) : explained
}
