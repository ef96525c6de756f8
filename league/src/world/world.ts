import type { Club, Park } from './club-types.ts'
import type { Game } from './game.ts'
import type { LineTable } from './line-table.ts'
import type { MeetingTable } from './meeting-table.ts'
import type { Person } from './person.ts'

/** A roster move, as `transactions` tells it. */
export interface Move {
  readonly date: string
  readonly personId: number
  readonly toTeamId: number
  readonly fromTeamId?: number
  readonly typeCode: 'SC' | 'TR' | 'OPT' | 'CU'
  readonly description: string
}

/** One line of the book, before it is written in the lines service's shape. */
export interface BookLine {
  readonly personIds: readonly number[]
  readonly gamePk: number
  readonly stat: string
  readonly line: number
  readonly odds: 'standard' | 'goblin' | 'demon'
  /** The true probabilities behind the line: for tests and backtests, never served. */
  readonly over: number
  readonly push: number
  readonly flashSale?: number
}

/** Everything that the server answers from: one league on one day, in the morning or at a later moment. */
export interface World {
  readonly label: string
  /** The league's day, `YYYY-MM-DD`: in its morning nothing on or after it has been played. */
  readonly day: string
  readonly season: number
  readonly clubs: readonly Club[]
  readonly parks: readonly Park[]
  readonly people: readonly Person[]
  readonly games: readonly Game[]
  readonly batting: LineTable
  readonly pitching: LineTable
  /** Who met whom up to the morning of the day; null where the source does not tell. */
  readonly meetings: MeetingTable | null
  readonly moves: readonly Move[]
  readonly lines: readonly BookLine[]
  /** Whether lines tell left-handers apart; a replay's source does not. */
  readonly hands: boolean
  /** Stats that the source does not count: they are left out of every answer, since a zero would be a lie. */
  readonly uncounted: { readonly hitting: readonly string[]; readonly pitching: readonly string[] }
}

export type { Club, Game, Park, Person }
