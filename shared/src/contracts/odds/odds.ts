import * as z from '@propsight/shared/schema'
import { SPORT_CODES } from '../../domain/sports/stat-type.ts'

const instant = z.iso.datetime({ offset: true })
const chance = z.number().min(0).max(1)
/** American odds: at most −100 or at least 100. */
const american = z.int().refine((odds) => Math.abs(odds) >= 100, 'not American odds')

/** One book's current price of a line. */
export const bookQuoteSchema = z.object({
  /** Key of the book, as in `books`. */
  book: z.string().min(1).max(40),
  line: z.number().nonnegative().max(1_000),
  /** Null for a side that the book does not offer. */
  over: american.nullable(),
  under: american.nullable(),
  /** The book's last update of the market. */
  confirmedAt: instant,
  /** Time at which this price was first read. */
  since: instant,
})
export type BookQuote = z.infer<typeof bookQuoteSchema>

/** A game for which books quote props. */
export const oddsEventSchema = z.object({
  id: z.string().min(1).max(64),
  startsAt: instant,
  /** League day of the game. */
  day: z.iso.date(),
  /** Club codes, as on the board. */
  home: z.string().max(8),
  away: z.string().max(8),
  /** The league's game number; null if the schedule has no such game. */
  gamePk: z.int().nullable(),
})
export type OddsEvent = z.infer<typeof oddsEventSchema>

/** The engine's probability of the over at the consensus line, as the product shows it. */
export const shownChanceSchema = z.object({
  line: z.number(),
  over: chance,
  under: chance,
  push: chance,
  /** Ends of the 80% interval of the over. */
  overLow: chance,
  overHigh: chance,
  /** Ends of the 80% interval of the under. */
  underLow: chance,
  underHigh: chance,
})
export type ShownChance = z.infer<typeof shownChanceSchema>

/** One market of one player in one game, with the prices of all books. */
export const oddsPropSchema = z.object({
  /** Unique on the board: event, player and market. */
  id: z.string().min(1).max(240),
  eventId: z.string().min(1).max(64),
  player: z.string().min(1).max(120),
  /** The league's id of the player; null if the name matches no player of the two clubs, or several. */
  personId: z.int().nullable(),
  /** Club code of the player; null without `personId`. */
  team: z.string().max(8).nullable(),
  /** The market, as in `findStatType`. */
  stat: z.string().min(1).max(60),
  quotes: z.array(bookQuoteSchema).min(1).max(400),
  /** Null without a run that covers the market, and where the engine has no forecast. */
  shown: shownChanceSchema.nullable(),
})
export type OddsProp = z.infer<typeof oddsPropSchema>

/**
 * Identifies a prop by the league's game and player, for links to the scanner: `OddsProp.id` contains names of the odds
 * service.
 */
export const leaguePropId = (gamePk: number, personId: number, stat: string): string =>
  [gamePk, personId, stat].join('|')

/**
 * Query of `GET /api/odds`: the current prices of one sport on one league day, for signed-in users. Prices cost nothing. With a
 * live run of the user, the props of the run's market have the engine's probability.
 */
export const oddsQuery = z
  .strictObject({
    day: z.iso.date().optional(),
    /** Baseball without it. With a run, the sport is that of its market. */
    sport: z.enum(SPORT_CODES).optional(),
    /** Only the props of this market, as in `findStatType`: all props of a day are megabytes of JSON. */
    stat: z.string().min(1).max(60).optional(),
    runId: z.uuid().optional(),
    /** `version` of the board that the client has: if it is still the current one, the answer has no prices. */
    after: z.string().min(1).max(64).optional(),
  })
  .refine(({ stat, runId }) => stat === undefined || runId === undefined, 'stat: not together with runId')

export const oddsResponse = z.object({
  day: z.iso.date(),
  /**
   * The league's time of the answer, to the minute. All instants here are league time, which differs from the
   * browser's clock with a sample or replayed league: ages are measured from this time on.
   */
  asOf: instant,
  /** Identifies the prices and probabilities of the day; null without prices, absent in answers of an earlier API. */
  version: z.string().max(64).nullish(),
  /** Days that have prices, for the choice of the day. */
  days: z.array(z.iso.date()).max(14),
  events: z.array(oddsEventSchema).max(100),
  books: z.array(z.object({ key: z.string().max(40), title: z.string().max(60) })).max(60),
  props: z.array(oddsPropSchema).max(5_000),
  /** Time of the last successful read of the odds service; null before the first. */
  readAt: instant.nullable(),
  /** The reason why later prices could not be read, as a sentence; null while all is well. */
  problem: z.string().max(200).nullable(),
})
export type OddsResponse = z.infer<typeof oddsResponse>

/** The answer to a client that has the current board: without `events`, `books` and `props`. */
export const oddsUnchanged = oddsResponse
  .omit({ events: true, books: true, props: true })
  // An answer with unreadable props is not an unchanged board.
  .extend({ props: z.literal(undefined).optional() })
export type OddsUnchanged = z.infer<typeof oddsUnchanged>

/** Query of `GET /api/odds/history`: all prices of one prop since it was first read. */
export const oddsHistoryQuery = z.strictObject({ propId: z.string().min(1).max(240) })

/** One change of a price. Both sides are null when the book took the line down. */
export const priceChangeSchema = z.object({
  at: instant,
  book: z.string().min(1).max(40),
  line: z.number().nonnegative(),
  over: american.nullable(),
  under: american.nullable(),
})
export type PriceChange = z.infer<typeof priceChangeSchema>

export const oddsHistoryResponse = z.object({
  propId: z.string(),
  /** Oldest first. */
  changes: z.array(priceChangeSchema).max(20_000),
})
export type OddsHistoryResponse = z.infer<typeof oddsHistoryResponse>
