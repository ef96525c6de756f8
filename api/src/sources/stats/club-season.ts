import * as z from 'zod'
import { listOf, optionalField } from '../../platform/service-client/answer-lists.ts'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import { type ClubGame, isCalledOff, statsGameStatusSchema } from './format/schedule.ts'

const listedSide = z.object({
  team: z.object({ id: z.int() }),
  probablePitcher: optionalField(z.object({ id: z.int() })),
})
const listedGame = z.object({
  gamePk: z.int(),
  officialDate: optionalField(z.iso.date()),
  status: statsGameStatusSchema.pick({ abstractGameState: true, codedGameState: true }),
  teams: z.object({ home: listedSide, away: listedSide }),
})
const scheduleSchema = z.object({
  dates: listOf(z.object({ date: z.iso.date(), games: listOf(listedGame) })),
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
 * @throws UpstreamError
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
  const games = new Map<number, ClubGame>()
  for (const [date, game] of dates.flatMap((day) => day.games.map((game) => [day.date, game] as const))) {
    if (isCalledOff(game) && games.has(game.gamePk)) continue
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
