import * as z from 'zod'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import { isCalledOff, statsGameStatusSchema } from './format/schedule.ts'

const sideSchema = z.object({ clubId: z.int(), starterId: z.int().nullable() })

/**
 * One game of a club's season. `starterId` is the announced or actual starting pitcher, null if none is
 * known.
 */
export const clubGameSchema = z.object({
  gamePk: z.int(),
  /** League day. */
  date: z.iso.date(),
  final: z.boolean(),
  home: sideSchema,
  away: sideSchema,
})
export type ClubGame = z.infer<typeof clubGameSchema>

const listedSide = z.object({
  team: z.object({ id: z.int() }),
  probablePitcher: z.object({ id: z.int() }).optional().catch(undefined),
})
const listedGame = z.object({
  gamePk: z.int(),
  officialDate: z.iso.date().optional(),
  status: statsGameStatusSchema.pick({ abstractGameState: true, codedGameState: true }),
  teams: z.object({ home: listedSide, away: listedSide }),
})
/**
 * The response without its games, which are parsed one by one: an unreadable game must not hide the season.
 */
const scheduleSchema = z.object({
  dates: z.array(z.object({ date: z.iso.date(), games: z.array(z.unknown()) })),
})
const FIELDS =
  'dates,date,games,gamePk,officialDate,status,abstractGameState,codedGameState,teams,home,away,team,id,probablePitcher'

const oldestFirst = (a: ClubGame, b: ClubGame): number => {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1
  return a.gamePk - b.gamePk
}

/**
 * Loads the schedule of a club for one season. The service lists a postponed game on both days; the result
 * has it once, on the day on which it is played.
 * @throws UpstreamError; ZodError if there are games and none can be parsed
 */
export async function loadClubSeason(
  client: ServiceClient,
  clubId: number,
  season: number,
): Promise<ClubGame[]> {
  const query = {
    sportId: '1',
    teamId: String(clubId),
    startDate: `${season}-01-01`,
    endDate: `${season}-12-31`,
    gameType: 'R',
    hydrate: 'probablePitcher',
    fields: FIELDS,
  }
  const { dates } = await client.get('/api/v1/schedule', query, scheduleSchema)
  const parsed = dates.flatMap(({ date, games }) =>
    games.map((game) => ({ date, read: listedGame.safeParse(game) })),
  )
  const [first] = parsed
  if (first?.read.error && parsed.every(({ read }) => !read.success)) throw first.read.error
  const games = new Map<number, ClubGame>()
  for (const { date, read } of parsed) {
    const game = read.data
    if (!game || (isCalledOff(game) && games.has(game.gamePk))) continue
    const side = ({ team, probablePitcher }: z.infer<typeof listedSide>) => ({
      clubId: team.id,
      starterId: probablePitcher?.id ?? null,
    })
    const final = game.status.abstractGameState === 'Final' && !isCalledOff(game)
    const { home, away } = game.teams
    const common = { gamePk: game.gamePk, date: game.officialDate ?? date, final }
    games.set(game.gamePk, { ...common, home: side(home), away: side(away) })
  }
  return [...games.values()].sort(oldestFirst)
}
