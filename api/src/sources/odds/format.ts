import * as z from 'zod'

/** A game in every answer of The Odds API (version 4). */
export const oddsApiEventSchema = z.object({
  id: z.string().min(1).max(64),
  commence_time: z.iso.datetime({ offset: true }),
  /** Full names of the clubs. */
  home_team: z.string(),
  away_team: z.string(),
})

/** `events`: the games that have not ended. The answer costs no credits. */
export const oddsApiEventsSchema = z.array(oddsApiEventSchema)

/** One side of a line. Game markets have no `description`. */
export const oddsApiOutcomeSchema = z.object({
  /** `Over` or `Under` in player props. */
  name: z.string(),
  /** The player. */
  description: z.string().optional(),
  price: z.number(),
  point: z.number().optional(),
})

const marketSchema = z.object({
  key: z.string(),
  last_update: z.iso.datetime({ offset: true }).optional(),
  /** An unreadable side is null, so that it does not make the other prices unreadable. */
  outcomes: z.array(oddsApiOutcomeSchema.nullable().catch(null)),
})

/** `events/{id}/odds`: all books with the requested markets of one game. */
export const oddsApiEventOddsSchema = oddsApiEventSchema.extend({
  bookmakers: z.array(
    z.object({
      key: z.string().min(1).max(40),
      title: z.string().optional(),
      last_update: z.iso.datetime({ offset: true }).optional(),
      markets: z.array(marketSchema),
    }),
  ),
})
export type OddsApiEventOdds = z.infer<typeof oddsApiEventOddsSchema>

/** `historical/…/events/{id}/odds`: the snapshot at or before the requested time. */
export const oddsApiHistoricalSchema = z.object({
  timestamp: z.iso.datetime({ offset: true }),
  previous_timestamp: z.iso.datetime({ offset: true }).nullish(),
  next_timestamp: z.iso.datetime({ offset: true }).nullish(),
  data: oddsApiEventOddsSchema,
})

/** The body of an error. */
export const oddsApiErrorSchema = z.object({
  message: z.string(),
  error_code: z.string().optional(),
  details_url: z.string().optional(),
})
