import Router from '@koa/router'
import * as z from 'zod'
import { answer } from '../answer.ts'
import type { LeagueIndex } from '../league-index.ts'
import type { LeagueState } from '../league-state.ts'
import { readQuery, seasonSchema } from '../query.ts'
import { seasonSplits } from './stat-blocks.ts'
import { GROUPS, type Group } from './stat-groups.ts'

const query = z.object({
  stats: z.literal('season'),
  group: z.enum(GROUPS),
  season: seasonSchema.optional(),
  sportIds: z.string().default('1'),
  gameType: z.string().default('R'),
  /** The service also supports pools such as `QUALIFIED`; this league supports only `ALL`. */
  playerPool: z.string().regex(/^all$/i),
  limit: z.coerce.number().int().min(1).default(50),
  offset: z.coerce.number().int().min(0).default(0),
})

/**
 * The season stats of all players, one split each. Earlier seasons are cached, because a season sums all
 * lines.
 */
const createPlayerStats = () => {
  let cachedMorning: LeagueIndex | undefined
  const earlierSeasons = new Map<string, object[]>()
  return (index: LeagueIndex, group: Group, season: number): object[] => {
    const splits = () =>
      index.world.people.flatMap((person) => seasonSplits(index, person, group, season).slice(0, 1))
    if (season === index.world.season) return splits()
    if (cachedMorning !== index.morning) earlierSeasons.clear()
    cachedMorning = index.morning
    const key = `${group}:${season}`
    const cached = earlierSeasons.get(key) ?? splits()
    earlierSeasons.set(key, cached)
    return cached
  }
}

/** Path `stats`: the season of all players in one answer; traded players have one split with their total. */
export function playerStatsRoutes(state: LeagueState): Router {
  const router = new Router()
  const playerStats = createPlayerStats()
  router.get('/api/v1/stats', (ctx) => {
    const { group, season, sportIds, gameType, limit, offset } = readQuery(query, ctx.query)
    const index = state.index()
    const hasStats = sportIds.split(',').includes('1') && gameType.split(',').includes('R')
    const all = hasStats ? playerStats(index, group, season ?? index.world.season) : []
    const labels = { type: { displayName: 'season' }, group: { displayName: group } }
    const splits = all.slice(offset, offset + limit)
    answer(ctx, { stats: [{ ...labels, totalSplits: all.length, exemptions: [], splits }] })
  })
  return router
}
