import {
  COUNT_FACTORS,
  type CountConstants,
  type Counted,
  type CountFactor,
  countFactors,
  expectedLength,
  type LengthConstants,
  ownRate,
} from '@propsight/shared/domain/engine'
import { known } from '../../read/season.ts'
import { fitGeneralisedLinear, type Observation, type WeightPull } from '../generalised-linear.ts'
import type { TrainingStart } from './fit-length.ts'

/**
 * Start values of the search: batters faced after which a pitcher's own rate has half of the weight.
 * Strikeouts are near the published 70 (R. Carleton, Baseball Prospectus, 2012). The other values are from
 * forecasts half a month ahead in 2019, to the end of June. Hits and runs need most, because balls in play
 * have the most noise.
 */
const STRENGTH: Readonly<Record<Counted, number>> = {
  strikeOuts: 90,
  baseOnBalls: 230,
  hits: 1000,
  earnedRuns: 900,
}
/** Tried multiples of a strength, and the prior standard deviation of their logarithm. */
const MULTIPLES = [0.5, 0.6, 0.7, 0.85, 1, 1.2, 1.4, 1.7, 2]
const STRENGTH_DEVIATION = 0.1

/** Prior weights of a club's, a lineup's and a park's ratio: only a part of an observed difference persists. */
const PERSISTENCE: Readonly<
  Record<Counted, { readonly opponent: number; readonly lineup: number; readonly park: number }>
> = {
  strikeOuts: { opponent: 0.2, lineup: 0.8, park: 0.4 },
  baseOnBalls: { opponent: 0.2, lineup: 0.6, park: 0.5 },
  hits: { opponent: 0.3, lineup: 0.6, park: 0.7 },
  earnedRuns: { opponent: 0.4, lineup: 0.3, park: 0.7 },
}

/** Priors of the weights; `by` is in starts. */
const makePulls = (count: Counted): Readonly<Record<CountFactor, WeightPull>> => ({
  // Starters with few walks keep their place, which shifts the mean of walks. Other shifts are mostly noise
  // of one spring.
  any: { toward: 0, by: count === 'baseOnBalls' ? 100 : 20_000 },
  // The data of one spring say little about the effect of a summer.
  seasonalTemperature: { toward: 0, by: 3000 },
  home: { toward: 0, by: 1000 },
  little: { toward: 0, by: 1000 },
  layoff: { toward: 0, by: 1000 },
  relieved: { toward: 0, by: 1000 },
  opponent: { toward: PERSISTENCE[count].opponent, by: 3000 },
  lineup: { toward: PERSISTENCE[count].lineup, by: 3000 },
  opponentStrikeOuts: { toward: 0, by: 2000 },
  ownStrikeOuts: { toward: 0, by: 2000 },
  ownWalks: { toward: 0, by: 2000 },
  ownHomeRuns: { toward: 0, by: 2000 },
  park: { toward: PERSISTENCE[count].park, by: 3000 },
})

interface Attempt {
  readonly strength: number
  readonly weights: readonly number[]
  readonly loss: number
}

function attempt(
  starts: readonly TrainingStart[],
  count: Counted,
  length: LengthConstants,
  multiple: number,
): Attempt {
  const strength = STRENGTH[count] * multiple
  const weightPulls = makePulls(count)
  const observations: Observation[] = starts.map(({ matchup, outcome }) => {
    const factors = countFactors(matchup, count)
    const batters = expectedLength(matchup, length, 'battersFaced')
    return {
      factors: COUNT_FACTORS.map((name) => factors[name]),
      outcome: known(outcome[count]),
      offset:
        Math.log(batters * matchup.usual[count]) +
        matchup.recentShift[count] +
        ownRate(matchup, count, strength),
    }
  })
  const weights = fitGeneralisedLinear(
    'poisson',
    observations,
    COUNT_FACTORS.map((name) => weightPulls[name]),
  )
  const loss = observations.reduce((sum, { factors, outcome, offset }) => {
    const log = factors.reduce((total, factor, i) => total + factor * (weights[i] ?? 0), offset)
    return sum + Math.exp(log) - outcome * log
  }, 0)
  return { strength, weights, loss: loss + (Math.log(multiple) / STRENGTH_DEVIATION) ** 2 / 2 }
}

/** Fits strength and weights of one count by penalised maximum likelihood. */
export function fitCount(
  starts: readonly TrainingStart[],
  count: Counted,
  length: LengthConstants,
): CountConstants {
  const attempts = MULTIPLES.map((multiple) => attempt(starts, count, length, multiple))
  const best = attempts.reduce((least, next) => (next.loss < least.loss ? next : least))
  const weights = Object.fromEntries(COUNT_FACTORS.map((name, i) => [name, best.weights[i] ?? 0]))
  return { strength: best.strength, weights: weights as Record<CountFactor, number> }
}
