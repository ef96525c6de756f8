import type { Sport } from '../clubs/club.ts'
import type { EvidenceWeights, LineSource } from '../engine/evidence-weights.ts'

/** Place and date of a game. Dates are league days, `YYYY-MM-DD`. */
export interface GamePlace {
  readonly date: string
  readonly opponent: string
  readonly homeAway: 'HOME' | 'AWAY'
}

/**
 * How a book sets the line of a market. A `moving` line is set near the median of each player, so that the line itself
 * tells what the book expects. A `fixed` line is the same number for nearly all players.
 */
export type LineKind = 'moving' | 'fixed'

/** A market: its name, the kind of game log it needs, and how the value of one game is computed. */
export interface Stat<Group, Counts> {
  readonly name: string
  readonly group: Group
  readonly lineKind: LineKind
  /** Value of one game in this market; null where the game lacks one of the counts that the market needs. */
  readonly value: (game: Counts) => number | null
}

/** The counts of a game by name, as a box score has them; null where the source lacks one. */
export interface BoxScoreCounts {
  readonly counts: Readonly<Record<string, number | null>>
}

/** Sum of counts times their weights, in parts of one; null where the source lacks one. */
export function weightedSum(
  { counts }: BoxScoreCounts,
  weights: Readonly<Record<string, number>>,
  parts = 1,
): number | null {
  let sum = 0
  for (const [name, weight] of Object.entries(weights)) {
    const count = counts[name]
    if (typeof count !== 'number') return null
    sum += weight * count
  }
  return sum / parts
}

/** A game in the log of a player of a sport whose games are box scores. */
export type BoxScoreLogGame = BoxScoreCounts & GamePlace & { readonly started: boolean }

/** The kinds of game logs of such sports. */
export const BOX_SCORE_GROUPS = ['basketball', 'football'] as const
export type BoxScoreGroup = (typeof BOX_SCORE_GROUPS)[number]

/** Correlations of the normal variables of a market and others of the same game, by the other's name. */
type Correlations = Readonly<Record<string, number>>

/** Correlations of the stats of two players of a game, in the order of `stats`. */
export interface BetweenPlayers {
  readonly stats: readonly string[]
  readonly teamMates: readonly (readonly number[])[]
  readonly opponents: readonly (readonly number[])[]
}

/** A market of such a sport. */
export interface BoxScoreStat extends Stat<BoxScoreGroup, BoxScoreCounts> {
  /** How the player's detail groups games: by the most days of rest before them, rising. */
  readonly rest: readonly (readonly [label: string, mostDays: number])[]
  /** What the engine of the sport knows of the market; on the server only. */
  readonly engine?: {
    readonly evidence: Readonly<Record<LineSource, EvidenceWeights>>
    readonly teamMates: Correlations
    readonly opponents: Correlations
  }
}

/** A market at The Odds API. */
export interface OddsMarket {
  /** Its key there. */
  readonly key: string
  /** Its name in the product, as in `findStatType`. */
  readonly stat: string
  /** Whether the documentation names alternate lines. A request with an unknown market is rejected. */
  readonly hasAlternates: boolean
}

/** A sport at The Odds API: its key there, and the markets that are read. */
export interface OddsSport {
  readonly key: string
  readonly markets: readonly OddsMarket[]
}

/** The sports, as screens, picks and requests name them. */
export const SPORT_CODES = ['MLB', 'NBA', 'NFL'] as const
export type SportCode = (typeof SPORT_CODES)[number]

/** The sport of a market. */
export const sportOfStat = ({ group }: { readonly group: string }): SportCode =>
  SPORTS_OF_GROUPS[group] ?? 'MLB'
/** The sports that are played in the open, by their names in the weather. */
export const FIELD_SPORTS: Readonly<Partial<Record<SportCode, Sport>>> = { MLB: 'baseball', NFL: 'football' }
const SPORTS_OF_GROUPS: Readonly<Partial<Record<string, SportCode>>> = { basketball: 'NBA', football: 'NFL' }

/**
 * Reads the setting of the open sports: 'mlb,nba'. Baseball is always open.
 * @throws RangeError for a sport that cannot be opened
 */
export function parseSports(text: string): SportCode[] {
  const named = text.split(',').map((part) => part.trim().toUpperCase())
  const asked = named.filter((name) => name !== '')
  for (const name of asked) {
    if (SPORT_CODES.some((sport) => sport === name)) continue
    throw new RangeError(
      `${name.toLowerCase()} is no sport of this product: choose from ${SPORT_CODES.join(', ').toLowerCase()}`,
    )
  }
  return SPORT_CODES.filter((sport) => sport === 'MLB' || asked.includes(sport))
}
