import * as z from 'zod'
import { statsBoxscoreSchema } from './boxscore.ts'
import { statsLinescoreSchema } from './linescore.ts'
import { statsGameStatusSchema } from './schedule.ts'
import { statsTeamRefSchema } from './team.ts'

/** `game/{pk}/feed/live` (v1.1), without its plays. */
export const statsFeedSchema = z.object({
  gamePk: z.int(),
  gameData: z.object({
    datetime: z.object({ dateTime: z.string(), officialDate: z.iso.date().optional() }),
    status: statsGameStatusSchema,
    teams: z.object({ away: statsTeamRefSchema, home: statsTeamRefSchema }),
    venue: z.object({ id: z.int(), name: z.string() }),
    /** 'Clear', '59', '2 mph, Out To CF'; '0 mph, None' under a roof. */
    weather: z
      .object({ condition: z.string().optional(), temp: z.string().optional(), wind: z.string().optional() })
      .optional(),
  }),
  liveData: z.object({ linescore: statsLinescoreSchema, boxscore: statsBoxscoreSchema }),
})
export type StatsFeed = z.infer<typeof statsFeedSchema>
