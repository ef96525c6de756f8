import type { CalibrationMap } from '../../engine/forecast.ts'
import type { LineEvidence } from '../../engine/line-evidence.ts'
import shipped from './fitted/engine.json' with { type: 'json' }
import evidence from './fitted/line-evidence.json' with { type: 'json' }

/** What a player gets in a game: passes to throw, carries and passes thrown to him. */
export const CHANCES = ['passAttempts', 'carries', 'targets'] as const
export type Chance = (typeof CHANCES)[number]

/** What comes of each of something else: completions of pass attempts, yards of completions. */
export const SHARES = {
  completions: 'passAttempts',
  passTouchdowns: 'passAttempts',
  interceptions: 'passAttempts',
  rushTouchdowns: 'carries',
  receptions: 'targets',
  receivingTouchdowns: 'targets',
  passYards: 'completions',
  rushYards: 'carries',
  receivingYards: 'receptions',
} as const satisfies Readonly<Record<string, Chance | 'completions' | 'receptions'>>
export type Share = keyof typeof SHARES
export const SHARE_NAMES = Object.keys(SHARES) as readonly Share[]

/** Yards are sums over the events that gain them; everything else is counted. */
export const YARDS = ['passYards', 'rushYards', 'receivingYards'] as const
export type Yards = (typeof YARDS)[number]

export type Part = Chance | Share
/** Counts and yards of a player's game. */
export type GameCounts = Readonly<Record<Part, number>>
export const PARTS: readonly Part[] = [...CHANCES, ...SHARE_NAMES]

/** Computes a value for every key. */
export const perKey = <Key extends string, Value>(
  keys: readonly Key[],
  compute: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key) => [key, compute(key)])) as Record<Key, Value>

/** The positions whose usual rates differ; a fullback is a running back, everyone else a receiver. */
export const ROLES = ['QB', 'RB', 'WR', 'TE'] as const
export type Role = (typeof ROLES)[number]
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

/** A market: a sum of counts, or of yards. */
export interface NflMarket {
  readonly stat: string
  /** Roles of the players whom books offer it on. */
  readonly roles: readonly Role[]
  readonly parts: readonly Part[]
  readonly value: (counts: GameCounts) => number
}

const PASSERS: readonly Role[] = ['QB']
const RUNNERS: readonly Role[] = ['QB', 'RB']
const RECEIVERS: readonly Role[] = ['RB', 'WR', 'TE']

const market = (stat: string, roles: readonly Role[], ...parts: readonly Part[]): NflMarket => ({
  stat,
  roles,
  parts,
  value: (counts) => parts.reduce((sum, part) => sum + counts[part], 0),
})

/** The markets of a player, by their names at the book. */
export const NFL_MARKETS: readonly NflMarket[] = [
  market('Pass Yards', PASSERS, 'passYards'),
  market('Pass Attempts', PASSERS, 'passAttempts'),
  market('Pass Completions', PASSERS, 'completions'),
  market('Pass TDs', PASSERS, 'passTouchdowns'),
  market('INT', PASSERS, 'interceptions'),
  market('Rush Yards', RUNNERS, 'rushYards'),
  market('Rush Attempts', RUNNERS, 'carries'),
  market('Receiving Yards', RECEIVERS, 'receivingYards'),
  market('Receptions', RECEIVERS, 'receptions'),
  market('Rec Targets', RECEIVERS, 'targets'),
  market('Pass+Rush Yds', PASSERS, 'passYards', 'rushYards'),
  market('Rush+Rec Yds', ['RB'], 'rushYards', 'receivingYards'),
  market('Rush+Rec TDs', ROLES, 'rushTouchdowns', 'receivingTouchdowns'),
]

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
}

/** The shipped constants. */
export const NFL_CONSTANTS: NflConstants = shipped.value as NflConstants

/** The data of the shipped constants, with its first and last day. */
export const NFL_FITTED: string = shipped.about.replace(/^.*never by hand\. /, '').replace(/\.$/, '')

/** How much an offered line and its price are evidence, written by `npm run market -- --sport nfl --ship`. */
export const NFL_LINE_EVIDENCE: LineEvidence = evidence.value
