import type { Club, Game, Person, Venue } from './entities.ts'
import type { LineTable } from './line-table.ts'
import type { MatchupTable } from './matchup-table.ts'

/** A roster transaction, as the stats service's `transactions` path lists it. */
export interface Transaction {
  readonly date: string
  readonly personId: number
  readonly toTeamId: number
  readonly fromTeamId?: number
  readonly typeCode: 'SC' | 'TR' | 'OPT' | 'CU'
  readonly description: string
}

/** One line of the book, before it is converted to the lines service's format. */
export interface BookLine {
  readonly personIds: readonly number[]
  readonly gamePk: number
  readonly stat: string
  readonly line: number
  readonly oddsType: 'standard' | 'goblin' | 'demon'
  /** The true probabilities behind the line: for tests and backtests, never served. */
  readonly over: number
  readonly push: number
  readonly flashSale?: number
}

/**
 * The true distributions of one starter in one game, by key of the prop market: entry `n` is the number of
 * simulated games with a value above `n + 0.5`. Never served.
 */
export interface PropCounts {
  readonly gamePk: number
  readonly personId: number
  /** Number of simulated games behind every count. */
  readonly games: number
  readonly above: Readonly<Record<string, readonly number[]>>
}

/** One league on one day, in the morning or at a later instant: all data of the server's answers. */
export interface World {
  readonly label: string
  /** The league's day, `YYYY-MM-DD`. In its morning no game of this or a later day has been played. */
  readonly day: string
  readonly season: number
  readonly clubs: readonly Club[]
  readonly parks: readonly Venue[]
  readonly people: readonly Person[]
  readonly games: readonly Game[]
  readonly batting: LineTable
  readonly pitching: LineTable
  /** Batters against pitchers up to the morning of the day; null if the source lacks them. */
  readonly matchups: MatchupTable | null
  readonly transactions: readonly Transaction[]
  readonly lines: readonly BookLine[]
  /** The true distributions behind the props of the day's games; empty in a replay. Never served. */
  readonly props: readonly PropCounts[]
  /** Whether lines have counts against left-handers; a replay's source lacks them. */
  readonly hands: boolean
  /** Fields that the source does not count. Answers leave them out, because a zero would be wrong. */
  readonly missingFields: { readonly hitting: readonly string[]; readonly pitching: readonly string[] }
  /** Messages about columns of counts that the source lacks, in all or some lines. */
  readonly blanks: readonly string[]
  /** Messages about facts that the source does not state and that were assumed. */
  readonly assumptions: readonly string[]
}

export type { Club, Game, Person, Venue }
