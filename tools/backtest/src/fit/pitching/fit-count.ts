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
import type { TrainingStart } from './fit-length.ts'
import { fitGeneralisedLinear, type Observation, type Pull } from './generalised-linear.ts'

/**
 * Batters faced after which half of a rate is his own: where the search begins. Strikeouts near the published 70 (R.
 * Carleton, Baseball Prospectus, 2012); the others as 2019 showed to the end of June, half months ahead: hits and runs
 * hardly ever in a season, since balls in play settle slowest.
 */
const STRENGTH: Readonly<Record<Counted, number>> = {
  strikeOuts: 55,
  baseOnBalls: 230,
  hits: 1000,
  earnedRuns: 900,
}
/** Strengths tried, as multiples, and how far the logarithm of one is expected to lie from 1. */
const MULTIPLES = [0.5, 0.6, 0.7, 0.85, 1, 1.2, 1.4, 1.7, 2]
const STRENGTH_DEVIATION = 0.1

/** How much of a club's and a park's ratio carries over: what their records still hide does not. */
const CARRIED: Readonly<Record<Counted, { readonly opponent: number; readonly park: number }>> = {
  strikeOuts: { opponent: 0.6, park: 0.2 },
  baseOnBalls: { opponent: 0.6, park: 0.5 },
  hits: { opponent: 0.6, park: 0.7 },
  earnedRuns: { opponent: 0.5, park: 0.7 },
}

/** Pulls in starts. */
const pullsOf = (count: Counted): Readonly<Record<CountFactor, Pull>> => ({
  // Who is kept as a starter walks fewer than the others; the rest of it is mostly the spring it was fitted in.
  any: { toward: 0, by: count === 'baseOnBalls' ? 100 : 20_000 },
  // One spring tells little of what summer does.
  warmth: { toward: 0, by: 3000 },
  home: { toward: 0, by: 1000 },
  opponent: { toward: CARRIED[count].opponent, by: 3000 },
  opponentStrikeOuts: { toward: 0, by: 2000 },
  ownStrikeOuts: { toward: 0, by: 2000 },
  ownWalks: { toward: 0, by: 2000 },
  ownHomeRuns: { toward: 0, by: 2000 },
  park: { toward: CARRIED[count].park, by: 3000 },
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
  const pulls = pullsOf(count)
  const observations: Observation[] = starts.map(({ matchup, outcome }) => {
    const factors = countFactors(matchup, count)
    const batters = expectedLength(matchup, length, 'battersFaced')
    return {
      factors: COUNT_FACTORS.map((name) => factors[name]),
      outcome: outcome[count],
      offset:
        Math.log(batters * matchup.usual[count]) + matchup.late[count] + ownRate(matchup, count, strength),
    }
  })
  const weights = fitGeneralisedLinear(
    'poisson',
    observations,
    COUNT_FACTORS.map((name) => pulls[name]),
  )
  const loss = observations.reduce((sum, { factors, outcome, offset }) => {
    const log = factors.reduce((total, factor, i) => total + factor * (weights[i] ?? 0), offset)
    return sum + Math.exp(log) - outcome * log
  }, 0)
  return { strength, weights, loss: loss + (Math.log(multiple) / STRENGTH_DEVIATION) ** 2 / 2 }
}

/** Strength and weights under which the counts of these starts are likeliest. */
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
