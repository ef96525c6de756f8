import type { CalibrationMap } from '../../engine/forecast.ts'
import { type LineEvidence, withEngine } from '../../engine/line-evidence.ts'
import { type BetweenPlayers, type BoxScoreStat, weightedSum } from '../stat-type.ts'
import shipped from './fitted/engine.json' with { type: 'json' }
import evidence from './fitted/line-evidence.json' with { type: 'json' }
import {
  type BoxCounts,
  type Component,
  NBA_STAT_TYPES,
  NBA_SUMS,
  type PerComponent,
  type Shot,
} from './stat-types.ts'

export * from './stat-types.ts'

/** A market: the weight of each component in its value, in parts of one. */
export interface NbaMarket {
  readonly stat: string
  readonly weights: Readonly<Partial<Record<Component, number>>>
  readonly parts: number
  readonly value: (counts: BoxCounts) => number | null
}

/** Weights of components: points are those of the shots made. */
const componentWeights = ({ points = 0, threesMade, ...counts }: (typeof NBA_SUMS)[number]['counts']) => ({
  ...counts,
  ...(points > 0 && { twos: 2 * points, threes: 3 * points, freeThrows: points }),
  ...(threesMade && { threes: threesMade }),
})

/** The markets of a player with what the engine forecasts them by. */
export const NBA_MARKETS: readonly NbaMarket[] = NBA_SUMS.map(({ stat, counts, parts }) => ({
  ...{ stat, parts, weights: componentWeights(counts) },
  // The engine's distributions are of whole numbers. Rounding a fractional score leaves the odds of its half lines.
  value(known) {
    const sum = weightedSum({ counts: { ...known } }, counts, parts)
    return sum === null ? null : Math.round(sum)
  },
}))

const BY_STAT = new Map(NBA_MARKETS.map((each) => [each.stat, each]))

/** A market by its name; undefined for an unknown one. */
export const findNbaMarket = (stat: string): NbaMarket | undefined => BY_STAT.get(stat)

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
  readonly between: BetweenPlayers
}

/** The shipped constants. */
export const NBA_CONSTANTS: NbaConstants = shipped.value as NbaConstants

/** The data of the shipped constants, with its first and last day. */
export const NBA_FITTED: string = shipped.about.replace(/^.*never by hand\. /, '').replace(/\.$/, '')

/** How much an offered line and its price are evidence, written by `npm run market -- --sport nba --ship`. */
export const NBA_LINE_EVIDENCE: LineEvidence = evidence.value

/** The markets with what the engine knows of them. */
export const NBA_ENGINE_STATS: readonly BoxScoreStat[] = withEngine(
  NBA_STAT_TYPES,
  NBA_LINE_EVIDENCE,
  NBA_CONSTANTS.between,
)
