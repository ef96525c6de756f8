import type { LeaguePrior } from '../league/anchor.ts'
import type { EventChances } from './chances.ts'
import type { Context } from './context.ts'
import type { PerStep } from './steps.ts'

/** How one step of a batter's rates is told from his record and from tonight's game. All weights are of log-odds. */
export interface StepConstants {
  /** Trials of the league's rate mixed into his own: more where a rate settles slowly. */
  readonly strength: number
  /** Where a batter of his kind is expected, in so far as his own record does not tell it. */
  readonly kind: Readonly<Record<Kind, number>>
  /** What tonight's game changes. */
  readonly tonight: Readonly<Record<TonightFactor, number>>
}

/** What a batter's kind is told by. The steps' names are his own shrunk log-odds there against the league's. */
export const KINDS = [
  'any',
  'usualSlot',
  'heart',
  'tonightSlot',
  'startShare',
  'strikeOut',
  'walk',
  'homeRun',
  'hit',
  'extraBase',
] as const
export type Kind = (typeof KINDS)[number]

/** What tonight's game is told by. */
export const TONIGHT_FACTORS = [
  'always',
  'home',
  'warmth',
  'starterStrikeOut',
  'starterWalk',
  'starterContact',
  'staff',
  'park',
  'leftyAgainstLeft',
  'rightyAgainstLeft',
  'switchAgainstLeft',
] as const
export type TonightFactor = (typeof TONIGHT_FACTORS)[number]

/** What moves runs, runs batted in and playing time beside his own rates. */
export type ContextWeights = Readonly<Record<keyof Context, number>>

/** Events after which runs score, or he does, in other ways than by his own homer. */
export type ScoringEvent = Exclude<keyof EventChances, 'strikeOut' | 'homeRun' | 'hitByPitch'>

export interface ScoringConstants {
  /** Log-odds that he comes home, by how he reached (`out`: by an error or a choice). */
  readonly run: Readonly<Record<ScoringEvent, number>>
  /** Chances of 0 to 4 runs batted in, by event. */
  readonly rbi: Readonly<Record<ScoringEvent | 'homeRun', readonly number[]>>
  /** Shifts by the place in the order, first to ninth. */
  readonly runSlots: readonly number[]
  readonly rbiSlots: readonly number[]
  readonly runContext: ContextWeights
  readonly rbiContext: ContextWeights
  /** Runs (batted in) as expected of him that are mixed into his own count. */
  readonly runStrength: number
  readonly rbiStrength: number
  /** Stolen bases: times on first base of the league's rate mixed into his own. */
  readonly stealStrength: number
}

export interface PlayingTimeConstants {
  /** Chances of 0 to 8 plate appearances of a starter, by place in the order. */
  readonly bySlot: readonly (readonly number[])[]
  /** Plate appearances of a club in a game, in the league of the tables. */
  readonly perGame: number
  /** Shift of the mean, in plate appearances. */
  readonly context: ContextWeights
  /** Starts of an average man mixed into his own appearances per start. */
  readonly strength: number
}

/** How far games differ that look alike in the morning: shifts per standard deviation of a game's day. */
export interface DayConstants {
  /** Log-odds of reaching base. */
  readonly onBase: number
  /** Log-odds of runs and runs batted in. */
  readonly scoring: number
  /** Plate appearances. */
  readonly appearances: number
}

/** Everything fitted that a batter's forecast rests on. */
export interface BattingConstants {
  readonly league: LeaguePrior
  readonly steps: PerStep<StepConstants>
  /** Trials of the league's rate mixed into a pitcher's, and into a staff's. */
  readonly starterStrength: { readonly strikeOut: number; readonly walk: number; readonly contact: number }
  readonly staffStrength: number
  readonly scoring: ScoringConstants
  readonly playingTime: PlayingTimeConstants
  readonly day: DayConstants
}
