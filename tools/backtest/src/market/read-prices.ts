import { existsSync } from 'node:fs'
import { isDay, ReplayError } from '@propsight/league/replay'
import { findStatType } from '@propsight/shared/domain'
import type { LineSource } from '@propsight/shared/domain/engine'
import { bookOver, decimalOdds, median, type Quote, withoutOutOfLine } from '@propsight/shared/domain/odds'
import * as z from 'zod'
import { findRows, readRows } from '../read/read-season.ts'

/** All quotes of one snapshot, with the line of most books; a pick'em line has no quotes. */
export interface Snapshot {
  readonly line: number
  readonly quotes: readonly Quote[]
}

/** A player's game with its first and last snapshot before first pitch, which are one for a pick'em line. */
export interface PricedGame {
  readonly source: LineSource
  /** The only judged snapshot; absent if both are. */
  readonly only?: 'first' | 'close'
  /** Name as in `findStatType`. */
  readonly stat: string
  readonly date: string
  readonly player: string
  /** Id of the season's files; null where the price file has none. */
  readonly playerId: string | null
  /** MLB's id of the player; null where the price file has none. */
  readonly mlbamId: number | null
  readonly home: string
  readonly away: string
  /** Why the price file names no player, in its own words. */
  readonly matched: string
  /** Time of the last snapshot, ISO 8601. */
  readonly closeUtc: string
  readonly first: Snapshot
  readonly close: Snapshot
}

const filled = z.string().min(1, { error: 'is empty' })
const day = z.string().refine((text) => isDay(text), { error: 'is not a day' })
const time = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/, { error: 'is not a time such as 2025-06-03T21:28:48Z' })
const line = z
  .string()
  .regex(/^\d{1,2}(\.\d+)?$/, { error: 'is not a line' })
  .transform(Number)
const odds = z
  .string()
  .regex(/^([+-]?[1-9]\d{2,5})?$/, { error: 'are not American odds' })
  .transform((text) => (text === '' ? null : decimalOdds(Number(text))))
const id = z
  .string()
  .regex(/^\d{0,9}$/, { error: 'is not an id' })
  .transform((text) => (text === '' ? null : Number(text)))

const quoteColumns = {
  snapshot_utc: time,
  event_id: filled,
  book: filled,
  line,
  over_american: odds,
  under_american: odds,
  after_start: z.enum(['0', '1'], { error: 'is neither 0 nor 1' }),
}
const gameColumns = {
  date: day,
  eventId: filled,
  mlbamId: id,
  home: filled,
  away: filled,
  firstUtc: time,
  closeUtc: time,
  matched: filled,
}
const SCHEMAS = {
  strikeoutQuotes: z.object({ ...quoteColumns, pitcher: filled }),
  strikeoutLines: z.object({
    ...gameColumns,
    pitcher: filled,
    playerId: z.string(),
    lineFirst: line,
    lineClose: line,
  }),
  homeRunQuotes: z.object({ ...quoteColumns, player: filled }),
  homeRunLines: z.object({ ...gameColumns, player: filled }),
  pickemLines: z.object({
    date: day,
    lastUtc: time,
    player: filled,
    playerId: id,
    team: z.string(),
    opponent: z.string(),
    homeAway: z.enum(['home', 'away', ''], { error: 'is neither home nor away' }),
    stat: filled,
    line,
    oddsType: filled,
    matched: z.string(),
  }),
}

/** The only line at which home runs are judged. */
const HOME_RUN_LINE = 0.5

interface QuoteRow {
  readonly snapshot_utc: string
  readonly event_id: string
  readonly book: string
  readonly line: number
  readonly over_american: number | null
  readonly under_american: number | null
  readonly after_start: '0' | '1'
}

const snapshotKey = (event: string, player: string, at: string): string => `${event}|${player}|${at}`

/** Quotes by event, player and snapshot, without those made after first pitch and those out of line, as in the product. */
function groupQuotes<Row extends QuoteRow>(rows: readonly Row[], player: (row: Row) => string) {
  const before = rows.filter((row) => row.after_start === '0')
  const groups = Map.groupBy(before, (row) => snapshotKey(row.event_id, player(row), row.snapshot_utc))
  return (event: string, name: string, at: string): Quote[] =>
    withoutOutOfLine(
      (groups.get(snapshotKey(event, name, at)) ?? []).map((row) => ({
        book: row.book,
        line: row.line,
        over: row.over_american,
        under: row.under_american,
      })),
    )
}

function strikeoutGames(folder: string): PricedGame[] {
  const quotesOf = groupQuotes(
    readRows(folder, 'strikeout_quotes', SCHEMAS.strikeoutQuotes),
    ({ pitcher }) => pitcher,
  )
  return readRows(folder, 'strikeout_lines', SCHEMAS.strikeoutLines).map((row) => ({
    source: 'books',
    stat: 'Pitcher Strikeouts',
    date: row.date,
    player: row.pitcher,
    playerId: row.playerId || null,
    mlbamId: row.mlbamId,
    home: row.home,
    away: row.away,
    matched: row.matched,
    closeUtc: row.closeUtc,
    first: { line: row.lineFirst, quotes: quotesOf(row.eventId, row.pitcher, row.firstUtc) },
    close: { line: row.lineClose, quotes: quotesOf(row.eventId, row.pitcher, row.closeUtc) },
  }))
}

function homeRunGames(folder: string): PricedGame[] {
  const quotesOf = groupQuotes(
    readRows(folder, 'homerun_quotes', SCHEMAS.homeRunQuotes),
    ({ player }) => player,
  )
  return readRows(folder, 'homerun_lines', SCHEMAS.homeRunLines).map((row) => ({
    source: 'books',
    stat: 'Home Runs',
    date: row.date,
    player: row.player,
    playerId: null,
    mlbamId: row.mlbamId,
    home: row.home,
    away: row.away,
    matched: row.matched,
    closeUtc: row.closeUtc,
    first: { line: HOME_RUN_LINE, quotes: quotesOf(row.eventId, row.player, row.firstUtc) },
    close: { line: HOME_RUN_LINE, quotes: quotesOf(row.eventId, row.player, row.closeUtc) },
  }))
}

/** No-vig distance from the median of the other books beyond which a quote contradicts them. */
const CONTRADICTION = 0.1
/**
 * Share of contradicting quotes above which a book's quotes of a set are faulty. Of the recorded prices (41 pairs of
 * set and book), five have 7.7 to 74%. The others have at most 0.03%, but up to 2.6% in the set in which two of the
 * compared books are faulty.
 */
const FAULTY_SHARE = 0.05
const LEAST_OTHER_BOOKS = 3
const LEAST_COMPARED = 100

/** A book whose quotes of a set contradict those of the other books. */
export interface FaultyBook {
  readonly set: string
  readonly book: string
  /** Two-sided quotes at a line of at least three other books, and how many of them contradict these. */
  readonly compared: number
  readonly contradicting: number
}

/**
 * Finds the books whose quotes of a set are faulty data. `withoutOutOfLine` sees
 * only the quotes that are far beyond; the others would be the best prices and look like profitable bets.
 * @param snapshots the quotes of one player's market at one time, of all books
 */
export function findFaultyBooks(
  snapshots: Iterable<{ readonly set: string; readonly quotes: readonly Quote[] }>,
): FaultyBook[] {
  const found = new Map<string, { set: string; book: string; compared: number; contradicting: number }>()
  for (const { set, quotes } of snapshots) {
    const priced = quotes.flatMap((quote) => {
      const over = bookOver(quote, 'proportional')
      return over === null ? [] : [{ ...quote, over }]
    })
    for (const { book, line, over } of priced) {
      const others = priced.filter((each) => each.line === line && each.book !== book)
      if (new Set(others.map((each) => each.book)).size < LEAST_OTHER_BOOKS) continue
      const key = `${set}|${book}`
      const counts = found.get(key) ?? { set, book, compared: 0, contradicting: 0 }
      found.set(key, counts)
      counts.compared++
      if (Math.abs(over - median(others.map((each) => each.over))) > CONTRADICTION) counts.contradicting++
    }
  }
  return [...found.values()].filter(
    ({ compared, contradicting }) => compared >= LEAST_COMPARED && contradicting > FAULTY_SHARE * compared,
  )
}

/** The standard lines of markets that the engine forecasts. */
const pickemLines = (folder: string): PricedGame[] =>
  readRows(folder, PICKEM_FILE, SCHEMAS.pickemLines).flatMap((row) => {
    const stat = findStatType(row.stat)?.name
    if (stat === undefined || row.oddsType !== 'standard') return []
    const [home, away] = row.homeAway === 'home' ? [row.team, row.opponent] : [row.opponent, row.team]
    const snapshot = { line: row.line, quotes: [] }
    return [
      {
        source: 'pickem',
        stat,
        date: row.date,
        player: row.player,
        playerId: null,
        // A line without a game has no clubs.
        mlbamId: row.homeAway === '' ? null : row.playerId,
        home,
        away,
        matched: row.matched,
        closeUtc: row.lastUtc,
        first: snapshot,
        close: snapshot,
      },
    ]
  })

const PICKEM_FILE = 'lines'

/**
 * Reads a folder of sportsbook prices (`strikeout_lines`, `strikeout_quotes`, `homerun_lines` and
 * `homerun_quotes`) or of a pick'em book (`lines`), each `.csv` or `.csv.gz`. Results in the files are not read.
 * @throws ReplayError naming file, line and column of the first invalid cell
 */
export function readPrices(folder: string): PricedGame[] {
  if (!existsSync(folder)) throw new ReplayError(`${folder}: no such folder`)
  if (findRows(folder, PICKEM_FILE) !== undefined) return pickemLines(folder)
  return [...strikeoutGames(folder), ...homeRunGames(folder)]
}
