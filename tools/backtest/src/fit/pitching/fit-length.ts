import {
  averageLength,
  COUNT_FACTORS,
  type CountConstants,
  type Counted,
  type CountFactor,
  countFactors,
  expectedLength,
  LENGTH_FACTORS,
  type LengthConstants,
  type LengthFactor,
  type LengthUnit,
  lengthFactors,
  type Matchup,
  type OpenerConstants,
  ownRate,
  type PitcherInput,
  SHORT_START_BATTERS,
  shortShare,
} from '@propsight/shared/domain/engine'
import type { PitchingRow, Season } from '../../read/season.ts'
import { known } from '../../read/season.ts'
import { walk } from '../../walk/walk.ts'
import { fitGeneralisedLinear, type Observation, type WeightPull } from '../generalised-linear.ts'

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

/** A start of a pitcher: the engine's input of the morning and the actual line. */
export interface StartedGame {
  readonly input: PitcherInput
  readonly outcome: PitchingRow
}

/**
 * All starts of pitchers up to and including the day `until`, in order of time, with batting orders known. The
 * features do not tell how old an earlier record is (such as the length in the last season), and the product reads
 * consecutive seasons. Seasons before a missing one therefore do not count.
 */
export function startedGames(season: Season, until: string): readonly StartedGame[] {
  const games: StartedGame[] = []
  walk(season, { to: until, acrossGaps: false }, (day) => {
    for (const outcome of day.pitching) {
      const game = day.games.get(outcome.gameId)
      if (!outcome.started || game === undefined) continue
      const order = day.orderOf(outcome.gameId, !outcome.home)
      games.push({ input: day.state.pitcher(game, outcome.home, outcome.playerId, order), outcome })
    }
  })
  return games
}

export interface TrainingStart extends StartedGame {
  readonly matchup: Matchup
}

/**
 * Priors of the weights; `by` is in starts. The pitcher's own length has a prior weight near 1, all other
 * factors 0.
 */
const FREE: WeightPull = { toward: 0, by: 0 }
const NOTHING: WeightPull = { toward: 0, by: 200 }
const PULLS: Readonly<Record<LengthFactor, WeightPull>> = {
  any: FREE,
  own: { toward: 1.1, by: 50 },
  turns: NOTHING,
  home: NOTHING,
  relieved: NOTHING,
  rest: NOTHING,
  ownStrikeOuts: NOTHING,
  ownOnBase: NOTHING,
  opponentOnBase: NOTHING,
  lineupWalks: NOTHING,
  lastShort: NOTHING,
  lastSeason: NOTHING,
  lastSeasonKnown: NOTHING,
  september: NOTHING,
}

const isShort = ({ outcome }: StartedGame): boolean => outcome.battersFaced <= SHORT_START_BATTERS

/** Fits the expected length of a start, in batters faced or in outs. */
export function fitLength(starts: readonly TrainingStart[], unit: LengthUnit): LengthConstants {
  const full = starts.filter((start) => !isShort(start))
  const average = full.reduce((sum, { outcome }) => sum + outcome[unit], 0) / full.length
  const unweighted = Object.fromEntries(LENGTH_FACTORS.map((name) => [name, 0])) as Record<
    LengthFactor,
    number
  >
  const base: LengthConstants = { average, deviation: 0, weights: unweighted }
  const observations = starts.map(({ matchup, outcome }) => {
    const factors = lengthFactors(matchup, base, unit)
    const offset = averageLength(matchup, base, unit)
    return { factors: LENGTH_FACTORS.map((name) => factors[name]), outcome: outcome[unit], offset }
  })
  const fitted = fitGeneralisedLinear(
    'gaussian',
    observations,
    LENGTH_FACTORS.map((name) => PULLS[name]),
  )
  const missed = observations.map(({ factors, outcome, offset }) =>
    factors.reduce((remaining, factor, i) => remaining - factor * (fitted[i] ?? 0), outcome - offset),
  )
  const deviation = Math.sqrt(missed.reduce((sum, by) => sum + by * by, 0) / missed.length)
  const weights = Object.fromEntries(LENGTH_FACTORS.map((name, i) => [name, fitted[i] ?? 0]))
  return { average, deviation, weights: weights as Record<LengthFactor, number> }
}

/** Fits the probability that a start is short by plan (an opener). */
export function fitOpener(starts: readonly TrainingStart[]): OpenerConstants {
  const observations = starts.map((start) => ({
    factors: [1, shortShare(start.matchup), start.matchup.earlier.relieved ? 1 : 0],
    outcome: isShort(start) ? 1 : 0,
    offset: 0,
  }))
  const weightPulls = [FREE, { toward: 1, by: 200 }, NOTHING]
  const [any = 0, share = 0, relieved = 0] = fitGeneralisedLinear('binomial', observations, weightPulls)
  return { any, share, relieved }
}
