import Router from '@koa/router'
import * as z from 'zod'
import { answer, badRequest, notFound } from '../answer.ts'
import type { LeagueState } from '../league-state.ts'
import { daySchema, idSchema, readHydrate, readQuery, seasonSchema } from '../query.ts'
import { onRoster, presentRosterSpot, ROSTER_TYPES } from './person.ts'
import { GROUPS } from './stat-groups.ts'
import { presentTeam, presentTransaction, presentVenue } from './team.ts'
import { createTeamStats, type DayRange } from './team-stats.ts'

const teamStatsQuery = z.object({
  stats: z.enum(['season', 'byDateRange']),
  group: z
    .string()
    .transform((text) => [...new Set(text.split(',').map((part) => part.trim()))])
    .pipe(z.array(z.enum(GROUPS))),
  season: seasonSchema.optional(),
  sportIds: z.string().default('1'),
  gameType: z.string().default('R'),
  startDate: daySchema.optional(),
  endDate: daySchema.optional(),
})

/** @throws ServiceError 400 if a day is missing or the end is before the start */
function rangeOf({ stats, startDate, endDate }: z.output<typeof teamStatsQuery>): DayRange | null {
  if (stats === 'season') return null
  if (!startDate) throw badRequest('Invalid Request with value: startDate=')
  if (!endDate || endDate < startDate)
    throw badRequest(`Invalid Request with value: endDate=${endDate ?? ''}`)
  return { from: startDate, to: endDate }
}

/** Paths of clubs, club stats, rosters, parks and transactions. */
export function clubRoutes(state: LeagueState): Router {
  const router = new Router()
  const teamQuery = z.object({ sportId: z.string().default('1'), season: seasonSchema.optional() })

  router.get('/api/v1/teams', (ctx) => {
    const { sportId, season } = readQuery(teamQuery, ctx.query)
    const index = state.index()
    const clubs = sportId.split(',').includes('1') ? index.world.clubs : []
    answer(ctx, { teams: clubs.map((club) => presentTeam(index, club, season)) })
  })

  const teamStats = createTeamStats()

  router.get('/api/v1/teams/stats', (ctx) => {
    const query = readQuery(teamStatsQuery, ctx.query)
    const { group, season, sportIds, gameType } = query
    const range = rangeOf(query)
    const index = state.index()
    const hasStats = sportIds.split(',').includes('1') && gameType.split(',').includes('R')
    const blocks = group.flatMap((one) =>
      hasStats ? teamStats(index, one, season ?? index.world.season, range) : [],
    )
    answer(ctx, { stats: blocks })
  })

  router.get('/api/v1/teams/:id', (ctx) => {
    const { id } = readQuery(z.object({ id: idSchema }), ctx.params)
    const index = state.index()
    const club = index.clubs.get(id)
    if (!club) throw notFound()
    answer(ctx, { teams: [presentTeam(index, club)] })
  })

  router.get('/api/v1/teams/:id/roster', (ctx) => {
    const { id } = readQuery(z.object({ id: idSchema }), ctx.params)
    const { rosterType } = readQuery(
      z.object({ rosterType: z.enum(ROSTER_TYPES).default('active') }),
      ctx.query,
    )
    const index = state.index()
    if (!index.clubs.has(id)) throw notFound()
    const people = index.world.people.filter((person) => person.teamId === id && onRoster(person, rosterType))
    answer(ctx, {
      roster: people.map(presentRosterSpot),
      link: `/api/v1/teams/${id}/roster`,
      teamId: id,
      rosterType,
    })
  })

  router.get('/api/v1/venues/:id', (ctx) => {
    const { id } = readQuery(z.object({ id: idSchema }), ctx.params)
    const { hydrate } = readQuery(z.object({ hydrate: z.string().optional() }), ctx.query)
    const index = state.index()
    if (!index.parks.has(id)) throw notFound()
    answer(ctx, { venues: [presentVenue(index, id, readHydrate(hydrate))] })
  })

  router.get('/api/v1/transactions', (ctx) => {
    const day = { date: daySchema.optional(), startDate: daySchema.optional(), endDate: daySchema.optional() }
    const query = readQuery(
      z.object({ ...day, teamId: idSchema.optional(), playerId: idSchema.optional() }),
      ctx.query,
    )
    const index = state.index()
    const from = query.startDate ?? query.date ?? index.world.day
    const to = query.endDate ?? query.date ?? query.startDate ?? index.world.day
    if (to < from) throw badRequest(`Invalid Request with value: endDate=${to}`)
    const transactions = index.world.transactions.map((transaction, at) => ({
      transaction,
      id: index.world.season * 10_000 + at,
    }))
    const listed = transactions.filter(
      ({ transaction }) =>
        transaction.date >= from &&
        transaction.date <= to &&
        (!query.teamId || transaction.toTeamId === query.teamId || transaction.fromTeamId === query.teamId) &&
        (!query.playerId || transaction.personId === query.playerId),
    )
    answer(ctx, {
      transactions: listed.map(({ transaction, id }) => presentTransaction(index, transaction, id)),
    })
  })

  return router
}
