import type { LeaguePrior } from '../league/anchor.ts'

/** Counts of a start that are told as a rate per batter faced. */
export const RATES = ['strikeOuts', 'baseOnBalls', 'hits', 'homeRuns', 'earnedRuns'] as const
export type Rate = (typeof RATES)[number]

/** The rates that answer a line; homers only help to tell the others. */
export const COUNTED = ['strikeOuts', 'baseOnBalls', 'hits', 'earnedRuns'] as const
export type Counted = (typeof COUNTED)[number]

/** What the length of an outing is told by, beside his earlier starts. */
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
] as const
export type LengthFactor = (typeof LENGTH_FACTORS)[number]

/** What a count is told by, beside the batters faced and his own rate. All are logs of ratios to the league. */
export const COUNT_FACTORS = [
  'any',
  'warmth',
  'home',
  'opponent',
  'opponentStrikeOuts',
  'ownStrikeOuts',
  'ownWalks',
  'ownHomeRuns',
  'park',
] as const
export type CountFactor = (typeof COUNT_FACTORS)[number]

export interface LengthConstants {
  /** What an average starter reaches: batters faced, or outs. */
  readonly average: number
  /** Standard deviation of a start around what was expected of it. */
  readonly deviation: number
  /** Weight of each factor, in batters or outs. */
  readonly weights: Readonly<Record<LengthFactor, number>>
}

export interface CountConstants {
  /** Batters faced at the starters' rate that are mixed into his own: more where a rate settles slowly. */
  readonly strength: number
  readonly weights: Readonly<Record<CountFactor, number>>
}

/** How likely an outing is short by plan: log-odds of an opener's start. */
export interface OpenerConstants {
  readonly any: number
  /** Of the log-odds of his own share of short starts, shrunk. */
  readonly share: number
  /** Where he came out of the bullpen since his last start. */
  readonly relieved: number
}

/** Shapes that starts of one kind have in the league, by outs recorded (0 to 27). */
export interface OutingShape {
  /** Share of starts that end after so many outs. */
  readonly outs: readonly number[]
  /** Batters faced in a start of so many outs. */
  readonly batters: readonly number[]
  /** Hits, walks and earned runs in a start of so many outs. */
  readonly hits: readonly number[]
  readonly baseOnBalls: readonly number[]
  readonly earnedRuns: readonly number[]
}

/** How the counts of one pitcher's starts scatter, given their outs. */
export interface SpreadConstants {
  /** Correlation of two outs in being strikeouts: the beta-binomial's ρ. */
  readonly strikeOuts: number
  /** Share of the batters among whom hits (walks) fall as if by chance: below 1 they scatter less than chance alone. */
  readonly hits: number
  readonly baseOnBalls: number
  /** Excess of the earned runs' variance, in squares of their mean: the negative binomial's 1/size. */
  readonly earnedRuns: number
}

/** Everything fitted that a pitcher's forecast rests on. */
export interface PitchingConstants {
  /** All clubs' batters, pitchers among them where they bat: whom a starter meets. */
  readonly league: LeaguePrior
  /** Starters' rates per batter faced, against the league's per plate appearance (earned runs against runs). */
  readonly starters: Readonly<Record<Rate, number>>
  readonly length: { readonly batters: LengthConstants; readonly outs: LengthConstants }
  readonly opener: OpenerConstants
  readonly counts: Readonly<Record<Counted, CountConstants>>
  readonly full: OutingShape
  readonly short: OutingShape
  readonly spread: SpreadConstants
}
