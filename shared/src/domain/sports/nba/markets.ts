import type { CalibrationMap } from '../../engine/forecast.ts'
import type { LineEvidence } from '../../engine/line-evidence.ts'
import shipped from './fitted/engine.json' with { type: 'json' }
import evidence from './fitted/line-evidence.json' with { type: 'json' }

/** The counts of which every market consists. Shots and free throws are made ones, twos are field goals inside the arc. */
export const COMPONENTS = [
  'twos',
  'threes',
  'freeThrows',
  'rebounds',
  'assists',
  'steals',
  'blocks',
  'turnovers',
] as const
export type Component = (typeof COMPONENTS)[number]

/** A value for every component. */
export type PerComponent<Value> = Readonly<Record<Component, Value>>

/** Computes a value for every component. */
export const perComponent = <Value>(compute: (component: Component) => Value): Record<Component, Value> =>
  Object.fromEntries(COMPONENTS.map((component) => [component, compute(component)])) as Record<
    Component,
    Value
  >

/** Shots and free throws are forecast as attempts per minute and the share made of them. */
export const SHOTS = ['twos', 'threes', 'freeThrows'] as const
export type Shot = (typeof SHOTS)[number]

export const isShot = (component: Component): component is Shot =>
  (SHOTS as readonly string[]).includes(component)

/** Counts of one game that the box score names; null where the source has none. */
export interface BoxCounts {
  readonly points: number
  readonly rebounds: number
  readonly assists: number
  readonly steals: number
  readonly blocks: number
  readonly turnovers: number
  readonly twosMade: number | null
  readonly twosAttempted: number | null
  readonly threesMade: number | null
  readonly threesAttempted: number | null
  readonly freeThrowsMade: number | null
  readonly freeThrowsAttempted: number | null
  readonly offensiveRebounds: number | null
}

/** A player's line of a box score. */
export interface BoxLine {
  readonly playerId: string
  readonly club: string
  /** As the league lists it, such as 'G' or 'F-C'; empty where unknown. */
  readonly position: string
  readonly minutes: number
  readonly counts: BoxCounts
}

/** A finished game. */
export interface BoxGame {
  readonly id: string
  readonly date: string
  /** Year in which the season began. */
  readonly season: number
  readonly playoffs: boolean
  readonly home: string
  readonly away: string
  readonly homeScore: number
  readonly awayScore: number
  readonly lines: readonly BoxLine[]
}

/** The counts of a game by component; null where the source has none. */
export const componentCounts = (counts: BoxCounts): PerComponent<number | null> => ({
  twos: counts.twosMade,
  threes: counts.threesMade,
  freeThrows: counts.freeThrowsMade,
  rebounds: counts.rebounds,
  assists: counts.assists,
  steals: counts.steals,
  blocks: counts.blocks,
  turnovers: counts.turnovers,
})

/** A market: the weight of each component in its value, in parts of `unit`. */
export interface NbaMarket {
  readonly stat: string
  readonly weights: Readonly<Partial<Record<Component, number>>>
  /** Parts of one: 10 for a score in tenths. */
  readonly parts: number
  readonly value: (counts: BoxCounts) => number | null
}

const POINTS = { twos: 2, threes: 3, freeThrows: 1 } as const

/** Points per event of a fantasy score, in tenths. */
const FANTASY_TENTHS = {
  twos: 20,
  threes: 30,
  freeThrows: 10,
  rebounds: 12,
  assists: 15,
  steals: 30,
  blocks: 30,
  turnovers: -10,
} as const

const TENTHS = 10

const market = (stat: string, weights: NbaMarket['weights'], value: NbaMarket['value']): NbaMarket => ({
  stat,
  weights,
  parts: 1,
  value,
})

/**
 * The markets of a player. A fantasy score is rounded to the nearest whole number, which leaves the odds of its half
 * lines unchanged.
 */
export const NBA_MARKETS: readonly NbaMarket[] = [
  market('Points', POINTS, ({ points }) => points),
  market('Rebounds', { rebounds: 1 }, ({ rebounds }) => rebounds),
  market('Assists', { assists: 1 }, ({ assists }) => assists),
  market('3-PT Made', { threes: 1 }, ({ threesMade }) => threesMade),
  market(
    'Pts+Rebs+Asts',
    { ...POINTS, rebounds: 1, assists: 1 },
    (game) => game.points + game.rebounds + game.assists,
  ),
  market('Pts+Rebs', { ...POINTS, rebounds: 1 }, ({ points, rebounds }) => points + rebounds),
  market('Pts+Asts', { ...POINTS, assists: 1 }, ({ points, assists }) => points + assists),
  market('Rebs+Asts', { rebounds: 1, assists: 1 }, ({ rebounds, assists }) => rebounds + assists),
  market('Steals', { steals: 1 }, ({ steals }) => steals),
  market('Blocked Shots', { blocks: 1 }, ({ blocks }) => blocks),
  market('Blks+Stls', { blocks: 1, steals: 1 }, ({ blocks, steals }) => blocks + steals),
  market('Turnovers', { turnovers: 1 }, ({ turnovers }) => turnovers),
  {
    stat: 'Fantasy Score',
    weights: FANTASY_TENTHS,
    parts: TENTHS,
    value: (game) =>
      Math.round(
        (TENTHS * game.points +
          FANTASY_TENTHS.rebounds * game.rebounds +
          FANTASY_TENTHS.assists * game.assists +
          FANTASY_TENTHS.steals * game.steals +
          FANTASY_TENTHS.blocks * game.blocks +
          FANTASY_TENTHS.turnovers * game.turnovers) /
          TENTHS,
      ),
  },
]

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
