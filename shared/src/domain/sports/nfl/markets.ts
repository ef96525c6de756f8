import type { CalibrationMap } from '../../engine/forecast.ts'
import { type LineEvidence, withEngine } from '../../engine/line-evidence.ts'
import type { BetweenPlayers, BoxScoreStat } from '../stat-type.ts'
import shipped from './fitted/engine.json' with { type: 'json' }
import evidence from './fitted/line-evidence.json' with { type: 'json' }
import { CHANCES, NFL_STAT_TYPES, NFL_SUMS, type Part, SHARES, type Share } from './stat-types.ts'

export * from './stat-types.ts'

export const SHARE_NAMES = Object.keys(SHARES) as readonly Share[]

/** Yards are sums over the events that gain them; everything else is counted. */
export const YARDS = ['passYards', 'rushYards', 'receivingYards'] as const
export type Yards = (typeof YARDS)[number]

/** Counts and yards of a player's game. */
export type GameCounts = Readonly<Record<Part, number>>
export const PARTS: readonly Part[] = [...CHANCES, ...SHARE_NAMES]

/** Computes a value for every key. */
export const perKey = <Key extends string, Value>(
  keys: readonly Key[],
  compute: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key) => [key, compute(key)])) as Record<Key, Value>

/** The positions whose usual rates differ. */
export const ROLES = ['QB', 'RB', 'WR', 'TE'] as const
export type Role = (typeof ROLES)[number]
/** The role of a position: a fullback is a running back, everyone else a receiver. */
export const roleOf = (position: string): Role =>
  position === 'FB' ? 'RB' : (ROLES.find((role) => role === position) ?? 'WR')

/** A player's line of a box score. */
export interface FootballLine {
  readonly playerId: string
  readonly club: string
  readonly position: string
  readonly counts: GameCounts
}

/** What is known of a game before it begins. */
export interface FootballFixture {
  readonly date: string
  readonly season: number
  readonly playoffs: boolean
  readonly home: string
  readonly away: string
  /** Whether neither club is at home. */
  readonly neutral: boolean
  /** Points by which the home club is favoured, and expected points of both; null without a price. */
  readonly spread: number | null
  readonly total: number | null
  /** Wind in miles per hour; 0 under a roof, null where unknown. */
  readonly wind: number | null
}

/** A finished game. */
export interface FootballGame extends FootballFixture {
  readonly id: string
  readonly homeScore: number
  readonly awayScore: number
  readonly lines: readonly FootballLine[]
}

export interface NflMarket {
  readonly stat: string
  readonly parts: readonly Part[]
  /** Roles of the players whom books offer it on. */
  readonly roles: readonly Role[]
}

const PASSERS: readonly Role[] = ['QB']
const RUNNERS: readonly Role[] = ['QB', 'RB']
/** Roles by the count that books offer a market for; all others are of receivers. */
const ROLES_OF: Readonly<Partial<Record<Part, readonly Role[]>>> = {
  passYards: PASSERS,
  passAttempts: PASSERS,
  completions: PASSERS,
  passTouchdowns: PASSERS,
  interceptions: PASSERS,
  rushYards: RUNNERS,
  carries: RUNNERS,
}
const RECEIVERS: readonly Role[] = ['RB', 'WR', 'TE']
const ROLES_OF_SUMS: Readonly<Record<string, readonly Role[]>> = {
  'Rush+Rec Yds': ['RB'],
  'Rush+Rec TDs': ROLES,
}

/** The markets with the roles of their players. */
export const NFL_MARKETS: readonly NflMarket[] = NFL_SUMS.map(({ stat, parts }) => ({
  ...{ stat, parts },
  roles: ROLES_OF_SUMS[stat] ?? ROLES_OF[parts[0] ?? 'targets'] ?? RECEIVERS,
}))

const BY_STAT = new Map(NFL_MARKETS.map((each) => [each.stat, each]))

/** A market by its name; undefined for an unknown one. */
export const findNflMarket = (stat: string): NflMarket | undefined => BY_STAT.get(stat)

/** How a rate of players of a role is estimated from earlier games. */
export interface RateConstants {
  /** Weight of a game relative to the next one, and of all games of the last season. */
  readonly decay: number
  readonly season: number
  /** Games, or events, at the usual rate that are mixed in. */
  readonly strength: number
  readonly usual: number
}

/** Constants of the forecast, written by `npm run fit -- --sport nfl`. */
export interface NflConstants {
  readonly rates: Readonly<Record<Part, Readonly<Record<Role, RateConstants>>>>
  /** Weights of `chanceFeatures` and `shareFeatures` in the log of a rate. */
  readonly game: Readonly<Record<Part, readonly number[]>>
  /** Variance of a count beyond that of a Poisson distribution, in squares of the mean. */
  readonly excess: Readonly<Record<Exclude<Part, Yards>, number>>
  /**
   * Variance of yards in squares of the yards per event: of each event, and of the player's day, which all of its events
   * share.
   */
  readonly yards: Readonly<Record<Yards, { readonly event: number; readonly day: number }>>
  /** Standard deviation, in log-odds, of the model's own errors: that of well-known players, and what is added for new ones. */
  readonly error: { readonly least: number; readonly unseen: number }
  /** Maps of log-odds by stat. */
  readonly calibration: Readonly<Record<string, CalibrationMap>>
  readonly between: BetweenPlayers
}

/** The shipped constants. */
export const NFL_CONSTANTS: NflConstants = shipped.value as NflConstants

/** The data of the shipped constants, with its first and last day. */
export const NFL_FITTED: string = shipped.about.replace(/^.*never by hand\. /, '').replace(/\.$/, '')

/** How much an offered line and its price are evidence, written by `npm run market -- --sport nfl --ship`. */
export const NFL_LINE_EVIDENCE: LineEvidence = evidence.value

/** The markets with what the engine knows of them. */
export const NFL_ENGINE_STATS: readonly BoxScoreStat[] = withEngine(
  NFL_STAT_TYPES,
  NFL_LINE_EVIDENCE,
  NFL_CONSTANTS.between,
)
