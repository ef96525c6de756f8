import type { Calibration } from '../../../../engine/forecast.ts'
import shipped from '../../fitted/batting.json' with { type: 'json' }
import calibration from '../../fitted/calibration.json' with { type: 'json' }
import type { LeaguePrior } from '../league-rates.ts'
import type { EventChances, PerStep } from './steps.ts'

/** Features of the game that change runs and playing time. All but the first two are logarithms. */
export interface ScoringContext {
  readonly always: number
  /** 1 at home, 0 away, 0.5 at a neutral park. */
  readonly home: number
  /**
   * Runs per plate appearance of the batter's club, and against the opposing staff, relative to the league;
   * shrunk.
   */
  readonly club: number
  readonly staff: number
  /** Log-odds of the opposing starter, relative to the league. */
  readonly starterStrikeOut: number
  readonly starterWalk: number
  readonly starterContact: number
  /**
   * Effect of the park on hits: its shifts of hits in play and home runs, weighted by their value in runs.
   */
  readonly park: number
  /** The batter's own count relative to its expectation; shrunk. */
  readonly own: number
}

export const SCORING_CONTEXT = [
  'always',
  'home',
  'club',
  'staff',
  'starterStrikeOut',
  'starterWalk',
  'starterContact',
  'park',
  'own',
] as const satisfies readonly (keyof ScoringContext)[]

/** Weighted sum of a context. */
export function weighContext(
  context: ScoringContext,
  weights: Readonly<Record<keyof ScoringContext, number>>,
): number {
  let sum = 0
  for (const name of SCORING_CONTEXT) sum += context[name] * weights[name]
  return sum
}

/**
 * Weights that predict one step from a batter's record and from the game context. All weights are in
 * log-odds.
 */
export interface StepConstants {
  /** Trials at the league's rate mixed into the batter's own record: more for rates that stabilise slowly. */
  readonly strength: number
  /**
   * Weight of a trial of the last season relative to one of this season; each season before it has this share of
   * the next one's.
   */
  readonly memory: number
  /** Predicts the rate of a batter of this kind. It counts as far as the batter's own record is small. */
  readonly kind: Readonly<Record<Kind, number>>
  /** Effects of the game context. */
  readonly gameContext: Readonly<Record<GameContextFactor, number>>
}

/**
 * Features of a batter's kind. Features with the name of a step are the batter's shrunk log-odds of that
 * step, relative to the league. `heartOfOrder` measures how close the usual places are to the middle of the order,
 * second to fifth.
 */
export const KINDS = [
  'any',
  'usualSlot',
  'heartOfOrder',
  'announcedSlot',
  'startShare',
  'strikeOut',
  'walk',
  'homeRun',
  'hit',
  'extraBase',
] as const
export type Kind = (typeof KINDS)[number]

/** Features of the game context. `seasonalTemperature` is the seasonal temperature effect. */
export const GAME_CONTEXT_FACTORS = [
  'always',
  'home',
  'seasonalTemperature',
  'starterStrikeOut',
  'starterWalk',
  'starterContact',
  'staff',
  'park',
  'leftyAgainstLeft',
  'rightyAgainstLeft',
  'switchAgainstLeft',
] as const
export type GameContextFactor = (typeof GAME_CONTEXT_FACTORS)[number]

/** Weights of the context in runs, runs batted in and playing time. */
export type ContextWeights = Readonly<Record<keyof ScoringContext, number>>

/** Outcomes of a plate appearance, except home runs, after which the batter or a runner can score. */
export type ScoringEvent = Exclude<keyof EventChances, 'strikeOut' | 'homeRun' | 'hitByPitch'>

export interface ScoringConstants {
  /** Log-odds that the batter scores, by the way of reaching base (`out`: error or fielder's choice). */
  readonly run: Readonly<Record<ScoringEvent, number>>
  /** Chances of 0 to 4 runs batted in, by outcome. */
  readonly rbi: Readonly<Record<ScoringEvent | 'homeRun', readonly number[]>>
  /** Shifts by place in the batting order, first to ninth. */
  readonly runSlots: readonly number[]
  readonly rbiSlots: readonly number[]
  readonly runContext: ContextWeights
  readonly rbiContext: ContextWeights
  /** Expected runs and runs batted in that are mixed into the batter's own counts. */
  readonly runStrength: number
  readonly rbiStrength: number
  /** Stolen bases: times on first base at the league's rate mixed into the batter's own record. */
  readonly stealStrength: number
}

/**
 * Features of the calendar that change playing time: rosters grow in September, and clubs rest their starters in
 * the last games.
 */
export interface Calendar {
  /** 0 before September, rising to 1 in its first half. */
  readonly september: number
  /** 0 to 1 within the last eight games of the club. */
  readonly lastGames: number
}
export const CALENDAR = ['september', 'lastGames'] as const satisfies readonly (keyof Calendar)[]

export interface PlayingTimeConstants {
  /** Chances of 0 to 8 plate appearances of a starter, by place in the batting order. */
  readonly bySlot: readonly (readonly number[])[]
  /** Plate appearances of a club per game, in the league that `bySlot` was fitted on. */
  readonly perGame: number
  /** Shift of the mean by the context, in plate appearances. */
  readonly context: ContextWeights
  /** Shift of the mean by the calendar, in plate appearances. */
  readonly calendar: Readonly<Record<keyof Calendar, number>>
  /** Starts of an average player mixed into the batter's own appearances per start. */
  readonly strength: number
}

/**
 * Day-to-day variation: how far games with the same forecast inputs differ. Values are shifts per standard
 * deviation of a latent variable of the game.
 */
export interface DayConstants {
  /** Log-odds of reaching base. */
  readonly onBase: number
  /** Log-odds of runs and runs batted in. */
  readonly scoring: number
  /** Plate appearances. */
  readonly appearances: number
}

/** All fitted constants of the batter model. */
export interface BattingConstants {
  readonly league: LeaguePrior
  readonly steps: PerStep<StepConstants>
  /** Trials at the league's rate mixed into the record of a starting pitcher, and of a pitching staff. */
  readonly starterStrength: { readonly strikeOut: number; readonly walk: number; readonly contact: number }
  readonly staffStrength: number
  readonly scoring: ScoringConstants
  readonly playingTime: PlayingTimeConstants
  readonly day: DayConstants
}

/** Weights of the batters’ model, written by `npm run fit`. */
export const BATTING = shipped.value as BattingConstants

/** Calibration maps of batters' stats, written by `npm run fit`. */
export const CALIBRATION: Calibration = calibration.value
