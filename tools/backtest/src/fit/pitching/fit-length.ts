import {
  averageLength,
  LENGTH_FACTORS,
  type LengthConstants,
  type LengthFactor,
  type LengthUnit,
  lengthFactors,
  type Matchup,
  type OpenerConstants,
  type PitcherInput,
  SHORT_START_BATTERS,
  shortShare,
} from '@propsight/shared/domain/engine'
import type { PitchingRow, Season } from '../../read/season.ts'
import { walk } from '../../walk/walk.ts'
import { fitGeneralisedLinear, type WeightPull } from '../generalised-linear.ts'

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
