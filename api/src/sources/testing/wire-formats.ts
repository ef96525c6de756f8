import * as z from 'zod'
import { flagField, listOf, optionalField } from '../../platform/service-client/answer-lists.ts'
import { statsBoxscoreSchema } from '../stats/format/game.ts'
import { statsTeamRefSchema } from '../stats/format/roster.ts'
import { statsGameStatusSchema } from '../stats/format/schedule.ts'
import { statsTotalsSchema } from '../stats/format/season-stats.ts'
import { statsBlockSchema } from '../stats/format/splits.ts'

/**
 * Schemas of the upstream services' responses, for tests that check other producers of these formats (the
 * sample league, recorded responses). Code in `src` imports the files themselves.
 */
export * from '../espn/espn-sport.ts'
export * from '../espn/format.ts'
export * from '../lines/format.ts'
export { NBA } from '../nba/nba-sport.ts'
export { NFL } from '../nfl/nfl-sport.ts'
export * from '../odds/format.ts'
export * from '../stats/format/game.ts'
export * from '../stats/format/game-log.ts'
export * from '../stats/format/roster.ts'
export * from '../stats/format/schedule.ts'
export * from '../stats/format/season-stats.ts'
export * from '../stats/format/splits.ts'
export * from '../weather/format.ts'

// Responses that the product does not read.

const lineSchema = z.object({
  runs: optionalField(z.int()),
  hits: optionalField(z.int()),
  errors: optionalField(z.int()),
})

/** `game/{pk}/linescore`. `currentInning` is absent before the first pitch. */
export const statsLinescoreSchema = z.object({
  currentInning: optionalField(z.int()),
  inningHalf: optionalField(z.string()),
  scheduledInnings: optionalField(z.int()),
  innings: listOf(z.object({ num: z.int(), home: lineSchema, away: lineSchema }), { optional: true }),
  teams: z.object({ home: lineSchema, away: lineSchema }),
  outs: optionalField(z.int()),
})

/** `game/{pk}/feed/live` (v1.1), without its plays. */
export const statsFeedSchema = z.object({
  gamePk: z.int(),
  gameData: z.object({
    datetime: z.object({ dateTime: z.string(), officialDate: optionalField(z.iso.date()) }),
    status: statsGameStatusSchema,
    teams: z.object({ away: statsTeamRefSchema, home: statsTeamRefSchema }),
    venue: optionalField(z.object({ id: z.int(), name: z.string() })),
    /** 'Clear', '59', '2 mph, Out To CF'; '0 mph, None' under a roof. */
    weather: optionalField(
      z.object({
        condition: optionalField(z.string()),
        temp: optionalField(z.string()),
        wind: optionalField(z.string()),
      }),
    ),
  }),
  liveData: z.object({ linescore: statsLinescoreSchema, boxscore: statsBoxscoreSchema }),
})

/** Response body of the statuses 400, 404 and 500. */
export const statsErrorSchema = z.object({
  message: z.string(),
  messageNumber: z.int(),
  traceId: z.string().nullable().optional(),
})

/** `venues?…`. */
export const statsVenuesSchema = z.object({
  venues: listOf(z.object({ id: z.int(), name: z.string(), active: flagField() })),
})

/** `teams/stats?…` with unparsed splits. */
export const statsTeamStatsSchema = statsTotalsSchema(z.unknown())

/** `people?…&hydrate=stats(…)`. */
export const statsHydratedPeopleSchema = z.object({
  people: listOf(
    z.object({
      id: z.int(),
      fullName: z.string(),
      stats: listOf(statsBlockSchema, { optional: true }),
    }),
  ),
})

/** The body of an error of The Odds API. */
export const oddsApiErrorSchema = z.object({
  message: z.string(),
  error_code: z.string().optional(),
  details_url: z.string().optional(),
})

/** The body of an error of Open-Meteo. */
export const openMeteoErrorSchema = z.object({ error: z.literal(true), reason: z.string() })
