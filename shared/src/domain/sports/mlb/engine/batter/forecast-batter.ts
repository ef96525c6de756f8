import {
  answer,
  buildStatForecast,
  type Calibration,
  calibrate,
  type Distribution,
  type EngineResult,
  refuse,
  type StatForecast,
} from '../../../../engine/forecast.ts'
import type { Explanation } from '../explanation-notes.ts'
import { type BatterInput, lacksCounts } from '../input.ts'
import type { BattingConstants } from './constants.ts'
import { BATTING, CALIBRATION } from './constants.ts'
import { distribute, gameChances } from './distribute.ts'
import { buildEvidence } from './evidence.ts'
import { buildBatterNotes, listExplanationSteps } from './explanation-steps.ts'
import { computeGameParameters } from './game-parameters.ts'
import { type StatWeights, statWeights } from './stat-weights.ts'
import { bandEnds, widenBand } from './uncertainty.ts'

/**
 * Forecasts stats of a batter in one game, assuming that the batter starts. Rates, scoring and playing time
 * are computed once; the distribution of each stat is then an exact sum over plate appearances.
 * @param stats names as in `findStatType`, or aliases; the result has the same order
 * @param constants fitted weights; a backtest passes others than the shipped ones
 * @param calibration maps of chances; a backtest passes others than the shipped ones
 * @returns a refusal for a name that is not a batter stat, and for a batter without a plate appearance this
 * season
 */
export function forecastBatter(
  input: BatterInput,
  stats: readonly string[],
  constants: BattingConstants = BATTING,
  calibration: Calibration = CALIBRATION,
): EngineResult<readonly StatForecast[]> {
  const requested: StatWeights[] = []
  for (const stat of stats) {
    const weights = statWeights(stat)
    if (!weights) return refuse('unknown stat')
    requested.push(weights)
  }
  const evidence = buildEvidence(input, constants)
  if (!evidence) return refuse('no games')
  if (requested.some(({ needs }) => lacksCounts(input.games, needs, input.setting.date)))
    return refuse('no counts')
  const parameters = computeGameParameters(evidence, constants)
  const expected = gameChances(parameters, constants)
  const endsOf = bandEnds(evidence, parameters, constants)
  return answer(
    requested.map((weights) => {
      const { low, high } = endsOf(weights)
      const calibrated = (chances: Distribution) => calibrate(chances, calibration.maps[weights.name])
      const point = calibrated(expected(weights))
      const bandEnd = (game: typeof parameters, side: -1 | 1) =>
        widenBand(point, calibrated(distribute(game, weights, constants)), side)
      return buildStatForecast(weights.name, point, bandEnd(low, -1), bandEnd(high, 1))
    }),
  )
}

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
