import {
  bookPlayerSchema,
  espnScoreboardSchema,
  hittingSplitSchema,
  nwsForecastSchema,
  nwsPointSchema,
  oddsApiErrorSchema,
  oddsApiEventOddsSchema,
  oddsApiEventsSchema,
  openMeteoAnswerSchema,
  openMeteoErrorSchema,
  pitchingSplitSchema,
  projectionSchema,
  projectionsBodySchema,
  statsAnswerSchema,
  statsBoxscoreSchema,
  statsErrorSchema,
  statsFeedSchema,
  statsHydratedPeopleSchema,
  statsLinescoreSchema,
  statsPeopleSchema,
  statsScheduleSchema,
  statsTeamsSchema,
  statsVenuesSchema,
} from '@propsight/api/wire-formats'
import * as z from 'zod'

const gameLog = (split: z.ZodType) =>
  z.object({ stats: z.array(z.object({ splits: z.array(split).min(1) })).min(1) })

/** The body of the book. Unlike in the API, every entry of both lists must be valid. */
const completeBoard = projectionsBodySchema.extend({
  data: z.array(projectionSchema).min(1),
  included: z.array(z.unknown()).transform((entries, context) =>
    entries
      .filter((entry) => z.object({ type: z.literal('new_player') }).safeParse(entry).success)
      .map((entry) => {
        const parseRecord = bookPlayerSchema.safeParse(entry)
        if (parseRecord.success) return parseRecord.data
        context.addIssue({ code: 'custom', message: parseRecord.error.message })
        return z.NEVER
      }),
  ),
})

/** The prices of one game. Unlike in the API, every outcome must have a price. */
const completeOdds = oddsApiEventOddsSchema.transform((event, context) => {
  const outcomes = event.bookmakers.flatMap(({ markets }) => markets.flatMap((market) => market.outcomes))
  if (outcomes.some(({ price }) => price === undefined)) {
    context.addIssue({ code: 'custom', message: 'an outcome without a price' })
  }
  return event
})

/** The envelope of a past snapshot, which the product does not request. */
const instant = z.iso.datetime({ offset: true })
const pastOdds = z.object({
  timestamp: instant,
  previous_timestamp: instant.nullable(),
  next_timestamp: instant.nullable(),
})

/** The schema of each kind of answer. Kinds follow the folders and file names of the recordings. */
export const SHAPES = {
  people: statsPeopleSchema,
  hydratedPeople: statsHydratedPeopleSchema,
  stats: statsAnswerSchema,
  hittingLog: gameLog(hittingSplitSchema),
  pitchingLog: gameLog(pitchingSplitSchema),
  schedule: statsScheduleSchema,
  feed: statsFeedSchema,
  boxscore: statsBoxscoreSchema,
  linescore: statsLinescoreSchema,
  teams: statsTeamsSchema,
  venues: statsVenuesSchema,
  error: statsErrorSchema,
  board: completeBoard,
  openMeteo: openMeteoAnswerSchema,
  openMeteoError: openMeteoErrorSchema,
  espn: espnScoreboardSchema,
  nwsPoint: nwsPointSchema,
  nwsForecast: nwsForecastSchema,
  oddsEvents: oddsApiEventsSchema,
  eventOdds: completeOdds,
  oddsOfGames: z.array(completeOdds),
  historicalOdds: pastOdds.extend({ data: oddsApiEventOddsSchema }),
  historicalOddsOfGames: pastOdds.extend({ data: z.array(completeOdds) }),
  oddsError: oddsApiErrorSchema,
} as const
export type Shape = keyof typeof SHAPES

/** The shape of a recording of the odds service, by its file name. The first match counts. */
export const RECORDED_ODDS: readonly [pattern: RegExp, shape: Shape][] = [
  [/_event_odds_/, 'eventOdds'],
  [/_historical_odds/, 'historicalOddsOfGames'],
  [/_odds_/, 'oddsOfGames'],
  [/_scores/, 'oddsEvents'],
]

/** The shape of a recording, by its path in the folder of recordings. The first match counts. */
export const RECORDED: readonly [pattern: RegExp, shape: Shape][] = [
  [/^mlb\/error_/, 'error'],
  [/^mlb\/(people_stats_|team_\d+_stats)/, 'stats'],
  [/^mlb\/(people|person)_.*hydrate/, 'hydratedPeople'],
  [/^mlb\/(people_|sports_1_players)/, 'people'],
  [/^mlb\/schedule_/, 'schedule'],
  [/^mlb\/feed_live_/, 'feed'],
  [/^mlb\/linescore_/, 'linescore'],
  [/^mlb\/teams_/, 'teams'],
  [/^mlb\/venues_/, 'venues'],
  [/^excerpts\/player_gameLog_hitting/, 'hittingLog'],
  [/^excerpts\/player_gameLog_pitching/, 'pitchingLog'],
  [/^prizepicks\//, 'board'],
  [/^openmeteo\//, 'openMeteo'],
  [/^espn\//, 'espn'],
  [/^nws\/points/, 'nwsPoint'],
  [/^nws\/gridpoint/, 'nwsForecast'],
]
