import * as z from 'zod'
import { type DataService, nothing } from './data-service.ts'
import { type ListedOddsEvent, type OddsSnapshot, splitSnapshot, toWire } from './odds-snapshots.ts'

const instant = z.iso.datetime({ offset: true })
const odds = z.int().nullable()

const eventStateSchema = z.object({
  id: z.string(),
  /** Time of the last read that was begun, and of the last one that was stored. */
  attemptedAt: instant.nullable(),
  readAt: instant.nullable(),
})

const recordedSchema = z.object({
  events: z.array(eventStateSchema),
  budget: z
    .object({
      /** Credits that running reads may spend. */
      reserved: z.int(),
      spent: z.int(),
      /** Credits that the service last reported as left; null if it has not. */
      remaining: z.int().nullable(),
    })
    .nullable(),
})
export type RecordedOddsEvents = z.infer<typeof recordedSchema>

const storedSchema = z.object({ changes: z.int(), takenDown: z.int() })

const boardEventSchema = z.object({
  id: z.string(),
  startsAt: instant,
  day: z.iso.date(),
  home: z.string(),
  away: z.string(),
  gamePk: z.int().nullable(),
})
/** `[book, line, over, under, confirmedAt, seenAt]` */
const boardQuote = z.tuple([z.string(), z.number(), odds, odds, z.string(), z.string()])
/** `[stat, player, personId, team, quotes]` */
const boardProp = z.tuple([
  z.string(),
  z.string(),
  z.int().nullable(),
  z.string().nullable(),
  z.array(boardQuote),
])
const gameSchema = z.object({
  event: boardEventSchema,
  /** Names of the books by key. */
  books: z.record(z.string(), z.string()),
  props: z.array(boardProp),
})
export type StoredOddsGame = z.infer<typeof gameSchema>

const daySchema = z.object({
  readAt: instant.nullable(),
  problem: z.string().nullable(),
  days: z.array(z.iso.date()),
  /** Identifies the prices of each game, by event. */
  versions: z.record(z.string(), z.string()),
  /** The first game whose version is not the one that the caller has; null if there is none. */
  changed: gameSchema.nullable(),
})
export type StoredOddsDay = z.infer<typeof daySchema>

const historySchema = z.array(
  z
    .tuple([instant, z.string(), z.number(), odds, odds])
    .transform(([at, book, line, over, under]) => ({ at, book, line, over, under })),
)
export type StoredPriceChange = z.infer<typeof historySchema>[number]

/** Prices of one line of a player as of an instant. */
export interface PricesRequest {
  readonly gamePk: number
  readonly personId: number
  /** The market, as in `findStatType`. */
  readonly stat: string
  /** Null for all lines. */
  readonly line: number | null
  /** ISO 8601, league time; null for the last prices before the first pitch (the close). */
  readonly at: string | null
}

const pastPricesSchema = z.object({
  /** First pitch, ISO 8601. */
  startsAt: instant,
  /** The last read of the market before the first pitch: how old the close is. Null if the market was never read. */
  readAt: instant.nullable(),
  /** Names of the books by key. */
  books: z.record(z.string(), z.string()),
  quotes: z.array(
    z
      .tuple([z.string(), z.number(), odds, odds, instant])
      // `at`: the time since which the book had this price.
      .transform(([book, line, over, under, at]) => ({ book, line, over, under, at })),
  ),
})
export type PastPrices = z.infer<typeof pastPricesSchema>

/** A player's market, in one game or in all games. */
export interface WatchedProp {
  readonly gamePk: number | null
  readonly personId: number
  /** The market, as in `findStatType`. */
  readonly stat: string
}

const changeSchema = z.object({
  /** Position of the prop in the request. */
  prop: z.int(),
  /** Identifies the line at the book; with `at` it identifies the change. */
  quote: z.int(),
  event: z.string(),
  startsAt: instant,
  player: z.string(),
  book: z.string(),
  line: z.number(),
  /** American odds; both null when the book took the line down. */
  over: odds,
  under: odds,
  /** The previous price; null for a new line, and for one that was down. */
  beforeOver: odds,
  beforeUnder: odds,
  at: instant,
})
export type WatchedChange = z.infer<typeof changeSchema>

const figuresSchema = z.object({
  /** Last successful read; null before the first. */
  readAt: instant.nullable(),
  /** Credits of the day that were spent or are reserved. */
  used: z.int(),
  /** Credits that the service last reported as left; null if it has not. */
  remaining: z.int().nullable(),
})
export type OddsFigures = z.infer<typeof figuresSchema>

interface Reservation {
  /** League day whose budget is used. */
  readonly day: string
  /** Most credits of the day. */
  readonly limit: number
  readonly credits: number
  /** The game that will be read. */
  readonly eventId: string
  readonly at: Date
}

interface Settlement {
  readonly day: string
  readonly reserved: number
  readonly spent: number
  /** Credits that the service reports as left; null if it reported none. */
  readonly remaining: number | null
  /** Why the read failed, as a sentence; null if it succeeded. */
  readonly problem: string | null
}

/** Prices of bookmakers. All instants are league time (`deps.clock`), all prices American odds. */
export interface OddsRepository {
  /** Stores the service's list of games. @returns their last reads and the credits of the day */
  recordEvents(at: Date, day: string, events: readonly ListedOddsEvent[]): Promise<RecordedOddsEvents>
  /** Reserves credits for a read, within the limit also across instances. @returns whether they are reserved */
  reserve(reservation: Reservation): Promise<boolean>
  /** Replaces a reservation by what the read cost. */
  settle(settlement: Settlement): Promise<void>
  /**
   * Stores snapshots. Repeated and older ones, and games that have begun, change nothing.
   * @returns `changes`: new, changed and removed prices; `takenDown`: removed ones among them
   */
  store(at: Date, snapshots: readonly OddsSnapshot[]): Promise<z.infer<typeof storedSchema>>
  /** Current prices of a league day, of one changed game per call. @param known versions of the games that the caller has */
  ofDay(day: string, known: StoredOddsDay['versions']): Promise<StoredOddsDay>
  /** All prices of one prop since it was first read, oldest first; at most 20,000. */
  history(prop: { eventId: string; stat: string; player: string }): Promise<StoredPriceChange[]>
  /**
   * Reads the prices of all books as of past instants: of each book the last change at or before it. Lines that
   * were down at that time are absent. Prices are kept for two weeks after the game.
   * @param requests at most 1000
   * @returns in the order of the requests; null for a game whose prices were never read
   */
  pricesAt(requests: readonly PricesRequest[]): Promise<(PastPrices | null)[]>
  /**
   * Reads the changes of props after an instant, oldest first; at most 20,000. A snapshot is stored some seconds
   * after the time of its changes: pass an instant about a minute before the last change that was handled, and ignore
   * known changes.
   * @param props at most 1000
   */
  changesSince(since: Date, props: readonly WatchedProp[]): Promise<WatchedChange[]>
  /** Deletes games two weeks after the first pitch. @param limit most games @returns how many */
  forget(now: Date, limit: number): Promise<number>
  /** Figures for the metrics. */
  figures(day: string): Promise<OddsFigures>
}

/** Prices of bookmakers, through database functions. Only these functions write them. */
export const createOddsRepository = (data: Pick<DataService, 'rpc'>): OddsRepository => ({
  recordEvents: (at, day, events) =>
    data.rpc('record_odds_events', { p_at: at, p_day: day, p_events: events }, recordedSchema),
  reserve: ({ day, limit, credits, eventId, at }) =>
    data.rpc(
      'reserve_odds_credits',
      { p_day: day, p_limit: limit, p_credits: credits, p_event: eventId, p_at: at },
      z.boolean(),
    ),
  settle: async ({ day, reserved, spent, remaining, problem }) => {
    await data.rpc(
      'settle_odds_credits',
      { p_day: day, p_reserved: reserved, p_spent: spent, p_remaining: remaining, p_problem: problem },
      nothing,
    )
  },
  async store(at, snapshots) {
    const stored = { changes: 0, takenDown: 0 }
    for (const snapshot of snapshots.flatMap(splitSnapshot)) {
      const part = await data.rpc('store_odds', { p_at: at, p_events: [toWire(snapshot)] }, storedSchema)
      stored.changes += part.changes
      stored.takenDown += part.takenDown
    }
    return stored
  },
  ofDay: (day, known) => data.rpc('odds_of_day', { p_day: day, p_known: known }, daySchema),
  history: ({ eventId, stat, player }) =>
    data.rpc('odds_history', { p_event: eventId, p_stat: stat, p_player: player }, historySchema),
  pricesAt: (requests) =>
    data.rpc(
      'odds_at',
      {
        p_requests: requests.map(({ gamePk, personId, ...request }) => ({
          ...request,
          game_pk: gamePk,
          person_id: personId,
        })),
      },
      z.array(pastPricesSchema.nullable()),
    ),
  changesSince: (since, props) =>
    data.rpc(
      'odds_changes_since',
      {
        p_since: since,
        p_props: props.map(({ gamePk, personId, stat }) => ({ game_pk: gamePk, person_id: personId, stat })),
      },
      z.array(changeSchema),
    ),
  forget: (now, limit) => data.rpc('forget_odds', { p_now: now, p_limit: limit }, z.int()),
  figures: (day) => data.rpc('odds_figures', { p_day: day }, figuresSchema),
})
