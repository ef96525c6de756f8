import Router from '@koa/router'
import { easternDate } from '@propsight/shared/domain'
import * as z from 'zod'
import { type FootballSeason, footballOpening, makeFootballSeason } from '../football/season.ts'
import { dateOf, dayNumber, weekday } from '../world/calendar.ts'
import type { LeagueState } from './league-state.ts'
import { presentScoreboard } from './present/scoreboard.ts'
import { ServiceError } from './service-error.ts'

const THURSDAY = 4
/** Maximum number of days in a range, as in the service. */
const MAX_DAYS = 400

const day = z
  .string()
  .regex(/^\d{8}$/)
  .transform((text) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`)
  .pipe(z.iso.date())

const datesSchema = z
  .string()
  .transform((text) => text.split('-'))
  .pipe(z.array(day).min(1).max(2))
  .transform(([from = '', to = from]) => ({ from, to }))
  .refine(({ from, to }) => from <= to && dayNumber(to) - dayNumber(from) < MAX_DAYS)

/** The week of a day, from Thursday to Wednesday: the default of the parameter `dates`. */
const weekOf = (today: string): { from: string; to: string } => {
  const thursday = dayNumber(today) - ((weekday(dayNumber(today)) - THURSDAY + 7) % 7)
  return { from: dateOf(thursday), to: dateOf(thursday + 6) }
}

/**
 * The season of a day: the season of its year from the opening day on, before that the season of the year
 * before.
 */
const yearOf = (date: string): number => {
  const year = Number(date.slice(0, 4))
  return dayNumber(date) >= footballOpening(year) ? year : year - 1
}

/** ESPN's football scoreboard for `dates=YYYYMMDD` or a range. In a replay it is always empty. */
export function footballRoutes(state: LeagueState): Router {
  const router = new Router()
  let season: FootballSeason | undefined
  router.get('/apis/site/v2/sports/football/nfl/scoreboard', (ctx) => {
    const asked = typeof ctx.query.dates === 'string' ? datesSchema.safeParse(ctx.query.dates) : undefined
    if (asked && !asked.success) {
      throw new ServiceError(400, 0, 'Failed to get events endpoint.')
    }
    const now = state.now()
    const days = asked?.data ?? weekOf(easternDate(now))
    const year = yearOf(days.from)
    if (state.seed === null) {
      ctx.body = { leagues: [], season: { type: 2, year }, events: [] }
      return
    }
    if (season?.season !== year) season = makeFootballSeason(state.seed, year)
    ctx.body = presentScoreboard(state.seed, season, days, now)
  })
  return router
}
