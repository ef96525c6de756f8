import Router from '@koa/router'
import * as z from 'zod'
import { dateOf, dayNumber } from '../../world/calendar.ts'
import { answer } from '../answer.ts'
import { readHydrate } from '../hydrate.ts'
import type { LeagueState } from '../league-state.ts'
import { presentSchedule } from './schedule.ts'
import { daySchema, idSchema, idsSchema, readQuery } from '../query.ts'
import { badRequest } from '../service-error.ts'

/** Maximum number of days in a range: about a year and a half. */
const MAX_DAYS = 550

const schema = z.object({
  sportId: z.string().default('1'),
  date: daySchema.optional(),
  startDate: daySchema.optional(),
  endDate: daySchema.optional(),
  teamId: idsSchema.optional(),
  opponentId: idSchema.optional(),
  gamePk: idSchema.optional(),
  gameType: z.string().default('R'),
  hydrate: z.string().optional(),
})

/** Path `schedule`: games by day, range, club or number. */
export function scheduleRoutes(state: LeagueState): Router {
  const router = new Router()
  router.get('/api/v1/schedule', (ctx) => {
    const query = readQuery(schema, ctx.query)
    const index = state.index()
    const one = query.date ?? index.world.day
    const game = index.games.get(query.gamePk ?? -1)
    const from = query.startDate ?? game?.date ?? one
    const to = query.endDate ?? query.startDate ?? game?.date ?? one
    if (to < from) throw badRequest(`Invalid Request with value: endDate=${to}`)
    const days = dayNumber(to) - dayNumber(from) + 1
    if (days > MAX_DAYS) throw badRequest(`Invalid Request with value: startDate=${from}`)
    const dates = Array.from({ length: days }, (_, n) => dateOf(dayNumber(from) + n))
    const teams = query.teamId
    const regular = query.sportId.split(',').includes('1') && query.gameType.split(',').includes('R')
    const body = presentSchedule(
      index,
      dates,
      ({ pk, homeId, awayId }) =>
        regular &&
        (!query.gamePk || pk === query.gamePk) &&
        (!teams || teams.includes(homeId) || teams.includes(awayId)) &&
        (!query.opponentId || homeId === query.opponentId || awayId === query.opponentId),
      readHydrate(query.hydrate),
    )
    answer(ctx, body)
  })
  return router
}
