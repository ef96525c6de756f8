import { join } from 'node:path'
import type {
  BookQuotes,
  EventQuotes,
  OddsEvent,
  OddsSnapshot,
  OddsSource,
  Outcome,
} from '../odds/odds-source.ts'
import { dateOf, dayNumber } from '../world/world.ts'
import { listClubs, teamIdOf } from './club-codes.ts'
import { isDay, openCsv, type Row } from './csv.ts'
import { listFolder } from './read-folder.ts'
import { ReplayError } from './season-log.ts'

/** Files of quotes: each has one market, and its own name of the player's column. */
const FILES = [
  { name: 'strikeout_quotes', market: 'pitcher_strikeouts', player: 'pitcher' },
  { name: 'homerun_quotes', market: 'batter_home_runs', player: 'player' },
] as const
const COLUMNS = [
  'snapshot_utc',
  'game_date',
  'commence_utc',
  'event_id',
  'home',
  'away',
  'book',
  'line',
  'over_american',
  'under_american',
  'after_start',
] as const
/** Files have no end of a game: an event is listed for this long after its first pitch. */
const GAME_HOURS = 4
const HOUR_MS = 3_600_000

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/
const EVENT_ID = /^[0-9a-f]{32}$/
const LINE = /^\d{1,2}(\.[05]0*)?$/
const AMERICAN = /^[+-]?[1-9]\d{2,4}(\.0+)?$/

export interface Quote {
  readonly book: string
  readonly outcomes: readonly Outcome[]
}

/** One event and market in one snapshot. */
export interface MarketSnapshot {
  readonly at: number
  /** First pitch as known in this snapshot. */
  readonly commence: number
  /** Quotes from before the first pitch. */
  readonly quotes: Quote[]
}

export interface ReplayEvent extends Omit<OddsEvent, 'commenceTime'> {
  /** By market, in order of time. */
  readonly markets: Map<string, MarketSnapshot[]>
}

export const readInstant = (row: Row, column: string): number => {
  const cell = row.text(column)
  const instant = INSTANT.test(cell) && isDay(cell.slice(0, 10)) ? Date.parse(cell) : Number.NaN
  if (Number.isNaN(instant))
    throw row.refuse(column, `'${cell}' is not an instant such as 2025-07-01T16:20:51Z`)
  return instant
}

const readMatch = (row: Row, column: string, pattern: RegExp, what: string): string => {
  const cell = row.text(column)
  if (!pattern.test(cell)) throw row.refuse(column, `'${cell}' is not ${what}`)
  return cell
}

export const readPrice = (row: Row, column: string): number | null =>
  row.text(column) === '' ? null : Number(readMatch(row, column, AMERICAN, 'American odds'))

const readQuote = (row: Row, player: string): Quote => {
  const point = Number(readMatch(row, 'line', LINE, 'a line such as 4.5'))
  const over = readPrice(row, 'over_american')
  const under = readPrice(row, 'under_american')
  if (over === null && under === null) throw row.refuse('over_american', 'the row has no price')
  const outcome = (name: Outcome['name'], price: number | null): Outcome[] =>
    price === null ? [] : [{ name, player, price, point }]
  return { book: row.name('book'), outcomes: [...outcome('Over', over), ...outcome('Under', under)] }
}

/** Reads one file into `events`: rows of the games of `dates`. */
const readFile = (
  path: string,
  { market, player }: (typeof FILES)[number],
  dates: ReadonlySet<string>,
  events: Map<string, ReplayEvent>,
): void => {
  const table = openCsv(path)
  table.need([...COLUMNS, player])
  const snapshots = new Map<string, MarketSnapshot>()
  const read = (row: Row): void => {
    const id = readMatch(row, 'event_id', EVENT_ID, 'an event id of 32 hexadecimal digits')
    const at = readInstant(row, 'snapshot_utc')
    const commence = readInstant(row, 'commence_utc')
    const afterStart = row.flag('after_start')
    const clubName = (column: 'home' | 'away'): string => {
      const club = teamIdOf(row.text(column))
      const found = listClubs(Number(row.day('game_date').slice(0, 4))).find(({ id: each }) => each === club)
      if (!found) throw row.refuse(column, `'${row.text(column)}' is not one of the thirty clubs`)
      return found.name
    }
    const [homeTeam, awayTeam] = [clubName('home'), clubName('away')]
    const event: ReplayEvent = events.get(id) ?? { id, homeTeam, awayTeam, markets: new Map() }
    if (event.homeTeam !== homeTeam || event.awayTeam !== awayTeam || homeTeam === awayTeam)
      throw row.refuse('event_id', `the event is not of ${awayTeam} at ${homeTeam} in an earlier line`)
    events.set(id, event)
    const key = `${id} ${at}`
    const snapshot = snapshots.get(key) ?? { at, commence, quotes: [] }
    if (!snapshots.has(key)) {
      snapshots.set(key, snapshot)
      event.markets.set(market, [...(event.markets.get(market) ?? []), snapshot])
    }
    const quote = readQuote(row, row.name(player))
    if (!afterStart && at < commence) snapshot.quotes.push(quote)
  }
  const isOfDays = (row: Row): boolean => dates.has(row.day('game_date'))
  table.each(read, ['snapshot_utc', 'event_id', player, 'book', 'line'], isOfDays)
}

const latest = (snapshots: readonly MarketSnapshot[], instant: number): MarketSnapshot | undefined =>
  snapshots.findLast(({ at }) => at <= instant)

const keyOf = (book: string): string => book.toLowerCase().replace(/[^a-z0-9]/g, '')

/** A folder of recorded quotes, served as of any instant: nothing later than the instant is visible. */
export class ReplayOdds implements OddsSource {
  readonly #events: readonly ReplayEvent[]

  constructor(events: readonly ReplayEvent[]) {
    this.#events = events
    for (const { markets } of events)
      for (const snapshots of markets.values()) snapshots.sort((a, b) => a.at - b.at)
  }

  events(now: Date): readonly OddsEvent[] {
    return this.#events
      .flatMap((event) => {
        const commence = commenceAt(event, now.getTime())
        return commence === null || isOver(commence, now.getTime()) ? [] : [present(event, commence)]
      })
      .toSorted((a, b) => a.commenceTime.localeCompare(b.commenceTime) || a.id.localeCompare(b.id))
  }

  quotes(id: string, now: Date, markets: ReadonlySet<string>): EventQuotes | null {
    const instant = now.getTime()
    const event = this.#events.find((each) => each.id === id)
    const commence = event ? commenceAt(event, instant) : null
    if (!event || commence === null || isOver(commence, instant)) return null
    const books = instant < commence ? booksAt(event, instant, markets) : []
    return { event: present(event, commence), books }
  }

  history(id: string, at: Date, now: Date, markets: ReadonlySet<string>): OddsSnapshot | null {
    const visible = this.#events
      .filter((event) => event.id === id)
      .flatMap((event) => [...event.markets.values()].flat())
      .map((snapshot) => snapshot.at)
      .filter((each) => each <= now.getTime())
    const instants = [...new Set(visible)].toSorted((a, b) => a - b)
    const index = instants.findLastIndex((each) => each <= at.getTime())
    const timestamp = instants[index]
    const found = timestamp === undefined ? null : this.quotes(id, new Date(timestamp), markets)
    if (timestamp === undefined || !found) return null
    return {
      ...found,
      timestamp,
      previous: instants[index - 1] ?? null,
      next: instants[index + 1] ?? null,
    }
  }
}

const isOver = (commence: number, instant: number): boolean => instant >= commence + GAME_HOURS * HOUR_MS

/** First pitch by the latest snapshot at or before an instant; null before the first snapshot. */
const commenceAt = ({ markets }: ReplayEvent, instant: number): number | null => {
  const known = [...markets.values()].flatMap((snapshots) => latest(snapshots, instant) ?? [])
  return known.toSorted((a, b) => b.at - a.at)[0]?.commence ?? null
}

const present = ({ id, homeTeam, awayTeam }: ReplayEvent, commence: number): OddsEvent => ({
  id,
  homeTeam,
  awayTeam,
  commenceTime: new Date(commence).toISOString().replace('.000Z', 'Z'),
})

const booksAt = (event: ReplayEvent, instant: number, markets: ReadonlySet<string>): BookQuotes[] => {
  const found = [...markets].flatMap((key) => {
    const snapshot = latest(event.markets.get(key) ?? [], instant)
    return snapshot ? [{ key, snapshot }] : []
  })
  const books = new Set(found.flatMap(({ snapshot }) => snapshot.quotes.map(({ book }) => book)))
  return [...books].toSorted().map((title) => ({
    key: keyOf(title),
    title,
    markets: found.flatMap(({ key, snapshot }) => {
      const outcomes = snapshot.quotes.filter(({ book }) => book === title).flatMap((quote) => quote.outcomes)
      return outcomes.length === 0 ? [] : [{ key, lastUpdate: snapshot.at, outcomes }]
    }),
  }))
}

/**
 * Reads a folder of recorded quotes: `strikeout_quotes` and `homerun_quotes`, as `.csv` or `.csv.gz`, at least
 * one of them. A row is one quote of one book in one snapshot; times are UTC, odds American.
 * @param date the day of the replay, `YYYY-MM-DD`; its games and those of the next day are read
 * @throws ReplayError naming the missing folder, file or column, or the line and column of an invalid cell
 */
export function readReplayOdds(dir: string, date: string): OddsSource {
  const names = listFolder(dir)
  const files = FILES.flatMap((file) => {
    const name = [`${file.name}.csv`, `${file.name}.csv.gz`].find((each) => names.includes(each))
    return name === undefined ? [] : [{ file, path: join(dir, name) }]
  })
  if (files.length === 0) {
    throw new ReplayError(`${dir}: has no ${FILES.map(({ name }) => `${name}.csv(.gz)`).join(' or ')}`)
  }
  const dates = new Set([date, dateOf(dayNumber(date) + 1)])
  const events = new Map<string, ReplayEvent>()
  for (const { file, path } of files) readFile(path, file, dates, events)
  return new ReplayOdds([...events.values()])
}
