import * as z from '@propsight/shared/schema'
import { SPORT_CODES } from '../../domain/sports/stat-type.ts'
import { lineSchema } from '../analysis/lines.ts'
import { dayGameSchema } from './games-today.ts'

const side = z.enum(['OVER', 'UNDER'])
/** A category of the sport's menu. */
const market = z.string().max(60)
const probability = z.number().min(0).max(1)
/** American odds. */
const odds = z.int()

/** Query of `GET /api/slate` and `GET /api/slate/samples`; baseball without a sport. */
export const slateQuery = z.strictObject({ sport: z.enum(SPORT_CODES).default('MLB') })

const starterSchema = z.object({ name: z.string(), throws: z.enum(['L', 'R']).nullable() })

/** A game of the day with what is known before it begins. */
export const slateGameSchema = dayGameSchema.extend({
  /** Announced starting pitchers, each null until a club names one; null in other sports than baseball. */
  starters: z.object({ away: starterSchema.nullable(), home: starterSchema.nullable() }).nullable(),
  /** Clubs that also played the day before; absent in baseball, where nearly every club does. */
  backToBack: z.array(z.string()).optional(),
  /** Whether both batting orders are announced. */
  lineups: z.boolean(),
  /** Number of open lines of the book on the game; null while the book cannot be read. */
  lines: z.int().nonnegative().nullable(),
})
export type SlateGame = z.infer<typeof slateGameSchema>

/** A price that one book changed on one line: the side that became likelier, before and now. */
export const movedPriceSchema = z.object({
  player: z.string(),
  team: z.string().nullable(),
  /** The market, as in `findStatType`. */
  stat: z.string(),
  line: z.number().nonnegative(),
  side,
  /** Name of the book. */
  book: z.string(),
  before: odds,
  now: odds,
  /** Time of the last change, ISO 8601. */
  at: z.string(),
})
export type MovedPrice = z.infer<typeof movedPriceSchema>

/** A roster transaction of today or yesterday that concerns whether a player plays. */
export const rosterNewsSchema = z.object({
  name: z.string(),
  team: z.string(),
  kind: z.enum(['out', 'back', 'moved']),
  /** '10-day injured list', 'activated', 'recalled'. */
  label: z.string(),
  /** League day. */
  date: z.iso.date(),
  /** The league's own sentence. */
  text: z.string(),
})
export type RosterNews = z.infer<typeof rosterNewsSchema>

/** `GET /api/slate`: the day before any analysis, without sign-in. Parts that cannot be read in time are null. */
export const slateResponse = z.object({
  /** League day. */
  date: z.iso.date(),
  /** The sport's games of the day; null while the schedule cannot be read. */
  games: z.array(slateGameSchema).nullable(),
  /** The next day with games; null while today has games that have not begun, and if none is scheduled. */
  next: z
    .object({
      date: z.iso.date(),
      games: z.int().min(1),
      /** Whether it is the first day of a season. */
      opensSeason: z.boolean(),
    })
    .nullable(),
  /** Open lines of the book; null while it cannot be read. */
  lines: z
    .object({
      total: z.int().nonnegative(),
      markets: z.array(z.object({ market, lines: z.int().nonnegative() })),
      /** Last successful read of the book, ISO 8601; `stale` if a later read failed. */
      readAt: z.string(),
      stale: z.boolean(),
    })
    .nullable(),
  /** Largest moves of prices of the last hours; null without a source of odds, or while it cannot be read. */
  moves: z.array(movedPriceSchema).nullable(),
  /** Newest first; null until the transactions were read. */
  news: z.array(rosterNewsSchema).nullable(),
})
export type Slate = z.infer<typeof slateResponse>

/** One line of a market with the figures that its paid board shows. */
export const freeSampleSchema = z.object({
  market,
  line: lineSchema,
  position: z.string(),
  /** The side to take; null where the book does not accept bets on the likelier side: the figures are of the over. */
  side: side.nullable(),
  chance: probability,
  /** 80% interval of `chance`. */
  low: probability,
  high: probability,
  push: probability,
  /** Where the side can be taken best; null without a price and without a standard payout. */
  offer: z
    .object({
      /** The sportsbook's price; null for the payout table of the pick'em book. */
      price: z.object({ book: z.string(), odds }).nullable(),
      breakEven: probability,
      /** Expected profit per unit staked; null for a payout table. */
      expected: z.number().nullable(),
    })
    .nullable(),
  /** The market's values in the last ten games, oldest first. */
  lastTen: z.array(z.number()).max(10),
})
export type FreeSample = z.infer<typeof freeSampleSchema>

/** `GET /api/slate/samples`: one line per market of the menu, the same for all visitors, without sign-in. */
export const freeSamplesResponse = z.object({ date: z.iso.date(), samples: z.array(freeSampleSchema) })
export type FreeSamples = z.infer<typeof freeSamplesResponse>
