import type { OddsSport } from '@propsight/shared/domain'
import * as z from 'zod'
import { deriveOnce } from '../../platform/cache/cache.ts'
import { listOf, optionalField } from '../../platform/service-client/answer-lists.ts'

const ALTERNATE = '_alternate'

/** All markets of a read of a sport. Each market that the answer has costs one credit. */
export const readMarketsOf = deriveOnce(({ markets }: OddsSport): readonly string[] => [
  ...markets.map(({ key }) => key),
  ...markets.filter(({ hasAlternates }) => hasAlternates).map(({ key }) => key + ALTERNATE),
])

const statsByKey = deriveOnce(
  ({ markets }: OddsSport) => new Map(markets.map(({ key, stat }) => [key, stat])),
)

/** The markets of a read, by their names in the product. */
export const readStatsOf = deriveOnce((sport: OddsSport): readonly string[] => [
  ...statsByKey(sport).values(),
])

/** Whether a market has alternate lines of another one. */
export const isAlternate = (market: string): boolean => market.endsWith(ALTERNATE)

/** Name of a market, or of the market of its alternate lines, in the product; undefined for another market. */
export const statOfMarket = (sport: OddsSport, market: string): string | undefined =>
  statsByKey(sport).get(isAlternate(market) ? market.slice(0, -ALTERNATE.length) : market)

/** A game in every answer of The Odds API (version 4). */
export const oddsApiEventSchema = z.object({
  id: z.string().min(1).max(64),
  commence_time: z.iso.datetime({ offset: true }),
  /** Full names of the clubs. */
  home_team: z.string(),
  away_team: z.string(),
})

/** `events`: the games that have not ended. The answer costs no credits. */
export const oddsApiEventsSchema = listOf(oddsApiEventSchema, { keyOf: ({ id }) => id })

/** One side of a line. Game markets have no `description`. */
export const oddsApiOutcomeSchema = z.object({
  /** `Over` or `Under` in player props. */
  name: z.string(),
  /** The player. */
  description: optionalField(z.string()),
  price: optionalField(z.number()),
  point: optionalField(z.number()),
})

const updateSchema = optionalField(z.iso.datetime({ offset: true }))

const marketSchema = z.object({
  key: z.string(),
  last_update: updateSchema,
  outcomes: listOf(oddsApiOutcomeSchema, { optional: true }),
})

/** `events/{id}/odds`: all books with the requested markets of one game. The game is known from `events`. */
export const oddsApiEventOddsSchema = z.object({
  bookmakers: listOf(
    z.object({
      key: z.string().min(1).max(40),
      title: optionalField(z.string()),
      last_update: updateSchema,
      markets: listOf(marketSchema, { optional: true }),
    }),
  ),
})
export type OddsApiEventOdds = z.infer<typeof oddsApiEventOddsSchema>
