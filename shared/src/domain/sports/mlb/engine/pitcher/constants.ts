import type { CalibrationMap } from '../../../../engine/forecast.ts'
import shipped from '../../fitted/pitching.json' with { type: 'json' }
import type { LeaguePrior } from '../league-rates.ts'

/** Counts of a start that are modelled as a rate per batter faced. */
export const RATES = ['strikeOuts', 'baseOnBalls', 'hits', 'homeRuns', 'earnedRuns'] as const
export type Rate = (typeof RATES)[number]

/** Rates that have markets. Home runs are only used to predict the other rates. */
export const COUNTED = ['strikeOuts', 'baseOnBalls', 'hits', 'earnedRuns'] as const
export type Counted = (typeof COUNTED)[number]

/**
 * Features that predict the length of an outing, in addition to its average. `turns`, `lastSeason` and
 * `lastSeasonKnown` fade as the pitcher's own starts of this season show the length.
 */
export const LENGTH_FACTORS = [
  'any',
  'own',
  'turns',
  'home',
  'relieved',
  'rest',
  'ownStrikeOuts',
  'ownOnBase',
  'opponentOnBase',
  'lineupWalks',
  'lastShort',
  'lastSeason',
  'lastSeasonKnown',
  'september',
] as const
export type LengthFactor = (typeof LENGTH_FACTORS)[number]

/**
 * Features that predict a count, in addition to the batters faced and the pitcher's own rate. Logarithms of
 * ratios to the league, except `any`, `home`, `seasonalTemperature` (the seasonal temperature effect), `little`
 * (share of the average starter's rate in the pitcher's: 1 without a record), `layoff` (1 after a long break)
 * and `relieved` (1 after an appearance in relief). `opponent` is the club's record, `lineup` the expected
 * batters'.
 */
export const COUNT_FACTORS = [
  'any',
  'seasonalTemperature',
  'home',
  'little',
  'layoff',
  'relieved',
  'opponent',
  'lineup',
  'opponentStrikeOuts',
  'ownStrikeOuts',
  'ownWalks',
  'ownHomeRuns',
  'park',
] as const
export type CountFactor = (typeof COUNT_FACTORS)[number]

export interface LengthConstants {
  /** Length of an average start, in batters faced or outs. */
  readonly average: number
  /** Standard deviation of a start around its expected length. */
  readonly deviation: number
  /** Weight of each feature, in batters or outs. */
  readonly weights: Readonly<Record<LengthFactor, number>>
}

export interface CountConstants {
  /**
   * Batters faced at the average starter's rate mixed into the own record: more for rates that stabilise
   * slowly.
   */
  readonly strength: number
  readonly weights: Readonly<Record<CountFactor, number>>
}

/** Log-odds that a start is short by plan (an opener). */
export interface OpenerConstants {
  readonly any: number
  /** Weight of the log-odds of the pitcher's own share of short starts; shrunk. */
  readonly share: number
  /** Added for a pitcher who appeared in relief since the last start. */
  readonly relieved: number
}

/** Averages of one kind of start (full or short) in the league, by outs recorded (0 to 27). */
export interface OutingShape {
  /** Share of starts that end after this number of outs. */
  readonly outs: readonly number[]
  /** Batters faced in a start of this number of outs. */
  readonly batters: readonly number[]
  /** Hits, walks and earned runs in a start of this number of outs. */
  readonly hits: readonly number[]
  readonly baseOnBalls: readonly number[]
  readonly earnedRuns: readonly number[]
}

/** Dispersion of the length of full starts: larger in seasons in which the league's starts are longer. */
export interface WidthConstants {
  /** Mean outs of the league's starts in the seasons that the shape of full starts was fitted on. */
  readonly leagueOuts: number
  /**
   * Curvature of the logarithm of the chances of outs for each out by which the league's starts are longer: the chance
   * of k outs is multiplied by exp(perOut · outs longer · (k − leagueOuts)²).
   */
  readonly perOut: number
}

/** Dispersion of the counts of a start, given its outs. */
export interface SpreadConstants {
  /** Correlation of two outs in being strikeouts: ρ of the beta-binomial distribution. */
  readonly strikeOuts: number
  /**
   * Trials of the binomial distribution of hits (walks), as a share of the batters faced: below 1 reduces its
   * variance.
   */
  readonly hits: number
  readonly baseOnBalls: number
  /**
   * Excess variance of the earned runs, in squares of their mean: 1/size of the negative binomial
   * distribution.
   */
  readonly earnedRuns: number
}

/** All fitted constants of the pitcher model. */
export interface PitchingConstants {
  /** Batters that a starter faces: those of all clubs, including pitchers in seasons in which they bat. */
  readonly league: LeaguePrior
  /**
   * Starters' rates per batter faced, relative to the league's per plate appearance (earned runs relative to
   * runs).
   */
  readonly starters: Readonly<Record<Rate, number>>
  readonly length: { readonly batters: LengthConstants; readonly outs: LengthConstants }
  readonly opener: OpenerConstants
  readonly counts: Readonly<Record<Counted, CountConstants>>
  readonly full: OutingShape
  readonly short: OutingShape
  readonly width: WidthConstants
  readonly spread: SpreadConstants
  /** Calibration maps by stat. A stat without one, such as the fantasy score, is not changed. */
  readonly calibration: Readonly<Record<string, CalibrationMap>>
}

/** Weights of the pitchers’ model, written by `npm run fit`. */
export const PITCHING = shipped.value as PitchingConstants
