import { type Calibration, calibrate } from '../calibration/calibrate.ts'
import type { Distribution } from '../distribution.ts'
import { BATTING } from '../fitted/batting.ts'
import { CALIBRATION } from '../fitted/calibration.ts'
import type { StatForecast } from '../forecast.ts'
import type { BatterInput } from '../input.ts'
import { readOff } from '../read-off.ts'
import { answer, type EngineResult, refuse } from '../result.ts'
import type { BattingConstants } from './constants.ts'
import { distribute, gameChances } from './distribute.ts'
import { gather } from './evidence.ts'
import { withLeftOut } from './left-out.ts'
import { type StatWeights, statWeights } from './stat-weights.ts'
import { tonightOf } from './tonight.ts'
import { endsOfDoubt } from './uncertainty.ts'

/**
 * What a batter will do in one game: one forecast for each stat asked for, in that order. He is taken to start.
 * Rates, scoring and playing time are worked out once; each stat is then summed exactly from them.
 * @param stats names as in `statTypeOf`, or their aliases
 * @param constants and the maps of chances: those that ship, unless others are being judged
 * @returns a refusal for a stat that is no batter's, and for a batter without a plate appearance this season
 */
export function forecastBatter(
  input: BatterInput,
  stats: readonly string[],
  constants: BattingConstants = BATTING,
  calibration: Calibration = CALIBRATION,
): EngineResult<readonly StatForecast[]> {
  const asked: StatWeights[] = []
  for (const stat of stats) {
    const weights = statWeights(stat)
    if (!weights) return refuse('unknown stat')
    asked.push(weights)
  }
  const evidence = gather(input, constants)
  if (!evidence) return refuse('no games')
  const tonight = tonightOf(evidence, constants)
  const expected = gameChances(tonight, constants)
  return answer(
    asked.map((weights) => {
      const { low, high } = endsOfDoubt(evidence, tonight, weights, constants)
      const calibrated = (chances: Distribution) => calibrate(chances, calibration.maps[weights.name])
      const middle = calibrated(expected(weights))
      const end = (game: typeof tonight, side: -1 | 1) =>
        withLeftOut(middle, calibrated(distribute(game, weights, constants)), side)
      return readOff(weights.name, middle, end(low, -1), end(high, 1))
    }),
  )
}
