import type { CalibrationMap } from '../../engine/forecast.ts'
import { evidenceWeights, type LineEvidence } from '../../engine/line-evidence.ts'
import type { BoxScoreStat } from '../stat-type.ts'
import shipped from './fitted/engine.json' with { type: 'json' }
import evidence from './fitted/line-evidence.json' with { type: 'json' }
import { NBA_STAT_TYPES, type PerComponent, type Shot } from './stat-types.ts'

export * from './stat-types.ts'

/** How the rate per minute of an event is estimated: attempts of shots, else the component itself. */
export interface RateConstants {
  /** Weight of a game relative to the next one, and of all games of the last season. */
  readonly decay: number
  readonly season: number
  /** Minutes at the usual rate that are mixed in. */
  readonly strength: number
  /** Log of the usual rate: of all players, by group of positions, by log of minutes. */
  readonly prior: number
  readonly position: Readonly<Record<string, number>>
  readonly minutes: number
}

/** Constants of the forecast, written by `npm run fit -- --sport nba`. */
export interface NbaConstants {
  readonly rates: PerComponent<RateConstants>
  readonly accuracy: Readonly<
    Record<Shot, { readonly usual: Readonly<Record<string, number>>; readonly strength: number }>
  >
  /** Expected minutes and their deviation, by the features of `minutesFeatures` and `spreadFeatures`. */
  readonly minutes: {
    readonly weights: readonly number[]
    readonly spread: readonly number[]
    /** Quantiles of the standardised minutes, for each group of expected minutes. */
    readonly nodes: readonly (readonly number[])[]
  }
  /** Log of the count per minute in a game relative to the player's rate, by the features of `gameFeatures`. */
  readonly game: PerComponent<{
    readonly weights: readonly number[]
    /** Weight of the log of minutes played relative to those expected. */
    readonly played: number
    /** Variance beyond that of a Poisson distribution, in squares of the mean. */
    readonly excess: number
  }>
  /** Standard deviation, in log-odds, of the model's own errors: that of well-known players, and what is added for new ones. */
  readonly error: { readonly least: number; readonly unseen: number }
  /** Maps of log-odds by stat. */
  readonly calibration: Readonly<Record<string, CalibrationMap>>
  /** Correlations of the same stats of two players of a game, in the order of `stats`. */
  readonly between: {
    readonly stats: readonly string[]
    readonly teamMates: readonly (readonly number[])[]
    readonly opponents: readonly (readonly number[])[]
  }
}

/** The shipped constants. */
export const NBA_CONSTANTS: NbaConstants = shipped.value as NbaConstants

/** The data of the shipped constants, with its first and last day. */
export const NBA_FITTED: string = shipped.about.replace(/^.*never by hand\. /, '').replace(/\.$/, '')

/** How much an offered line and its price are evidence, written by `npm run market -- --sport nba --ship`. */
export const NBA_LINE_EVIDENCE: LineEvidence = evidence.value

/** The correlations of a market with those of other players. */
function correlationsOf(stat: string, matrix: readonly (readonly number[])[]): Record<string, number> {
  const { stats } = NBA_CONSTANTS.between
  const row = matrix[stats.indexOf(stat)] ?? []
  return Object.fromEntries(stats.map((other, at) => [other, row[at] ?? 0]))
}

/** The markets with what the engine knows of them. */
export const NBA_ENGINE_STATS: readonly BoxScoreStat[] = NBA_STAT_TYPES.map((stat) => ({
  ...stat,
  engine: {
    evidence: {
      books: evidenceWeights(stat.name, NBA_LINE_EVIDENCE.books),
      pickem: evidenceWeights(stat.name, NBA_LINE_EVIDENCE.pickem),
    },
    teamMates: correlationsOf(stat.name, NBA_CONSTANTS.between.teamMates),
    opponents: correlationsOf(stat.name, NBA_CONSTANTS.between.opponents),
  },
}))
