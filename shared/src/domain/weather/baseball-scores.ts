import type { Stadium } from '../clubs/club.ts'
import { CARRY_FEET_PER_F, carryOf, REFERENCE_F, totalCarry } from './carry.ts'
import { NEUTRAL_SCORE, scoreOf } from './rating.ts'
import type { WeatherReading } from './reading.ts'

/** Source: C. Callahan and others, 'Global warming, home runs, and the future of America's pastime', BAMS 104 (2023). */
const HOME_RUNS_PER_C = 0.0196
const C_PER_F = 5 / 9
/** The same degree is 1.96% of home runs and 0.495 ft of carry: so a foot, whatever gives it, is 4.0% of home runs. */
const HOME_RUNS_PER_FOOT = (HOME_RUNS_PER_C * C_PER_F) / CARRY_FEET_PER_F
/** Effect at which a score is 88: some 30 ft of carry, half the way from an ordinary night to the most there is. */
const HOME_RUN_SCALE = 1.2

/**
 * Batting average rose from .257 at 60-69 °F to .269 at 80-89 °F: 0.23% of hits a degree. Source: Baseball-Reference's game
 * weather 1990-2013, in 'Hitting and temperature', Beyond the Box Score (2014).
 */
const HITS_PER_F = 0.0023
/** Coors Field, 5,197 ft: 16% more singles than elsewhere. Source: Baseball Savant's park factors 2023-2025. */
const HITS_PER_1000_FEET = 0.03
/** Effect at which a score is 88. */
const HIT_SCALE = 0.12

/** Rain lowers the overall score from this chance on, by as much as this when it is certain. Ours: none is published. */
const RAIN_FROM = 30
const RAIN_POINTS = 20

/** Scores of a baseball game's weather, 0 to 100, not rounded; 50 is an ordinary night. */
export interface BaseballScores {
  readonly homeRun: number
  readonly hitting: number
  readonly pitching: number
  readonly overall: number
  /** Feet added to a long fly ball. */
  readonly carryFeet: number
}

const rainPoints = (chance: number | null): number =>
  (Math.max(0, (chance ?? 0) - RAIN_FROM) / (100 - RAIN_FROM)) * RAIN_POINTS

/**
 * Rates a baseball game's weather, seen from the batters:
 * - home runs: 1.96% for each °C from 70 °F, and 4.0% for each foot of carry by wind, altitude and pressure;
 * - hitting: hits by temperature and altitude. Wind is left out: it added nothing to the prediction of hits;
 * - pitching: what helps neither, 100 less the mean of the two;
 * - overall: the mean of the two, less up to 20 points for a chance of rain, which threatens the game itself.
 *
 * @param weight share of every effect that counts: 1 in the open, less where a roof may be closed
 */
export function baseballScores(stadium: Stadium, reading: WeatherReading, weight: number): BaseballScores {
  const carry = carryOf(stadium, reading)
  const degrees = reading.temperatureF === null ? 0 : reading.temperatureF - REFERENCE_F
  const byAir = carry.wind + carry.altitude + carry.pressure
  const homeRuns = degrees * C_PER_F * HOME_RUNS_PER_C + byAir * HOME_RUNS_PER_FOOT
  const hits = degrees * HITS_PER_F + (stadium.elevationFeet / 1000) * HITS_PER_1000_FEET
  const homeRun = scoreOf(homeRuns * weight, HOME_RUN_SCALE)
  const hitting = scoreOf(hits * weight, HIT_SCALE)
  const batting = (homeRun + hitting) / 2
  return {
    homeRun,
    hitting,
    pitching: 2 * NEUTRAL_SCORE - batting,
    overall: Math.max(0, batting - rainPoints(reading.rainChance) * weight),
    carryFeet: totalCarry(carry) * weight,
  }
}
