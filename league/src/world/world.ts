import type { Club, Game, Person, Venue } from './entities.ts'
import type { LineTable } from './line-table.ts'
import type { MatchupTable } from './matchup-table.ts'

const DAY_MS = 86_400_000

/** Days since 1970 of a `YYYY-MM-DD` day. */
export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
/** 0 Sunday … 6 Saturday. */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7

/** Opening day: the first Thursday on or after March 25. */
export function openingDay(season: number): number {
  let day = dayNumber(`${season}-03-25`)
  while (weekday(day) !== 4) day++
  return day
}

const offsets = new Map<string, number>()
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const made = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, made)
  return made
}

const offsetMinutes = (timeZone: string, date: string): number => {
  const key = `${timeZone} ${date}`
  const cached = offsets.get(key)
  if (cached !== undefined) return cached
  const noon = new Date(`${date}T18:00:00Z`)
  const name = formatOf(timeZone)
    .formatToParts(noon)
    .find(({ type }) => type === 'timeZoneName')?.value
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '')
  const sign = match?.[1] === '-' ? -1 : 1
  const minutes = match ? sign * (Number(match[2]) * 60 + Number(match[3])) : 0
  offsets.set(key, minutes)
  return minutes
}

/** The UTC instant (ISO, whole seconds) of a local wall time on a day. */
export function instantOf(date: string, localTime: string, timeZone: string): string {
  const local = Date.parse(`${date}T${localTime}:00Z`)
  return new Date(local - offsetMinutes(timeZone, date) * 60_000).toISOString().replace('.000Z', 'Z')
}

/** An instant as Eastern wall time with its offset, the time format of the lines service. */
export function easternIso(instant: string): string {
  const minutes = offsetMinutes('America/New_York', instant.slice(0, 10))
  const local = new Date(Date.parse(instant) + minutes * 60_000).toISOString().slice(0, 19)
  const hours = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${hours}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`
}

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

/** A line with everything that the book shows of it. */
export interface BoardLine extends Pick<BookLine, 'stat' | 'line' | 'oddsType' | 'flashSale'> {
  readonly playerId: string
  /** What makes the line's id together with its stat, kind and number. */
  readonly key: readonly (string | number)[]
  readonly name: string
  readonly position: string
  /** Codes of the players' clubs and of the opponents, as the book writes them. */
  readonly team: string
  readonly opponents: string
  /** Place and name of the club; null for a combo. */
  readonly place: string | null
  readonly nickname: string | null
  readonly combo: boolean
  readonly gameId: string
  /** Start of the game, UTC instant, and its US Eastern day. */
  readonly startsAt: string
  readonly date: string
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
