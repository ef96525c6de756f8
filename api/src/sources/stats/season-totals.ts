import type { StatGroup } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import { clubsBatting } from './club-totals.ts'
import { playerHittingSchema, playerPitchingSchema } from './format/player-season.ts'
import { clubHittingSchema, statsTeamStatsSchema } from './format/team-stats.ts'

/** How a season that is over is kept. */
export const seasonTotalsSchema = z.object({
  hitters: z.array(playerHittingSchema),
  pitchers: z.array(playerPitchingSchema),
  clubs: z.array(clubHittingSchema),
})
/** What everybody did in one season, each once. */
export type SeasonTotals = z.infer<typeof seasonTotalsSchema>

const SPLIT_FIELDS = 'stats,splits,player,id,stat'
const HITTING_FIELDS =
  'gamesPlayed,plateAppearances,hits,doubles,triples,homeRuns,runs,rbi,baseOnBalls,hitByPitch,strikeOuts,stolenBases'
const PITCHING_FIELDS =
  'gamesPlayed,gamesStarted,battersFaced,hits,homeRuns,earnedRuns,baseOnBalls,hitBatsmen,strikeOuts'
/** More than ever played in one season: some 1,500 bat, 900 pitch. */
const MOST_PLAYERS = '5000'

interface PlayerSplit {
  readonly player: { readonly id: number }
}

/**
 * The players of one answer. Whoever is listed more than once (by club, after a trade) counts by his largest part: the
 * whole, where it is listed beside the parts.
 * @throws ZodError where there are splits, and none of them can be read
 */
function players<T extends PlayerSplit>(
  { stats }: z.infer<typeof statsTeamStatsSchema>,
  schema: z.ZodType<T>,
  size: (split: T) => number,
): T[] {
  const parsed = stats.flatMap(({ splits }) => splits).map((split) => schema.safeParse(split))
  const readable = parsed.flatMap(({ data }) => (data ? [data] : []))
  const [first] = parsed
  if (readable.length === 0 && first && !first.success) throw first.error
  const largest = new Map<number, T>()
  for (const split of readable) {
    const known = largest.get(split.player.id)
    if (!known || size(split) > size(known)) largest.set(split.player.id, split)
  }
  return [...largest.values()]
}

/**
 * Asks for a season that is over: everybody's totals in one question for each group, and the clubs'.
 * @throws UpstreamError where one of the three cannot be had, ZodError where one cannot be read
 */
export async function loadSeasonTotals(client: ServiceClient, season: number): Promise<SeasonTotals> {
  const ask = (path: string, group: StatGroup, more: Readonly<Record<string, string>>) => {
    const query = { stats: 'season', group, season: String(season), sportIds: '1', gameType: 'R', ...more }
    return client.get(path, query, statsTeamStatsSchema)
  }
  const everybody = (group: StatGroup, fields: string) =>
    ask('/api/v1/stats', group, {
      playerPool: 'ALL',
      limit: MOST_PLAYERS,
      fields: `${SPLIT_FIELDS},${fields}`,
    })
  const [hitters, pitchers, clubs] = await Promise.all([
    everybody('hitting', HITTING_FIELDS),
    everybody('pitching', PITCHING_FIELDS),
    ask('/api/v1/teams/stats', 'hitting', {}),
  ])
  return {
    hitters: players(hitters, playerHittingSchema, ({ stat }) => stat.plateAppearances),
    pitchers: players(pitchers, playerPitchingSchema, ({ stat }) => stat.battersFaced),
    clubs: clubsBatting(clubs),
  }
}
