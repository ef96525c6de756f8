import { gamesTodayQuery } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limit } from '../http/rate-limit.ts'
import { readQuery } from '../http/validate.ts'
import { gamesToday } from '../services/weather/games-today.ts'

/** Short, since a game may start or be postponed at any time. */
const MAX_AGE_SECONDS = 30

/** `GET /api/games/today` (W2): the games of both sports on a day, without sign-in. */
export const gamesTodayRoutes = (deps: Deps): ApiRouter =>
  createRouter().get(
    '/api/games/today',
    limit(deps, { name: 'games-address', points: 60, seconds: 60, by: 'address' }),
    async (ctx) => {
      const { date } = readQuery(ctx, gamesTodayQuery)
      const answer = await gamesToday(deps, date)
      const whole = answer.missing.length === 0 && !answer.stale
      ctx.set('Cache-Control', whole ? `public, max-age=${MAX_AGE_SECONDS}` : 'no-cache')
      ctx.body = answer
    },
  )
