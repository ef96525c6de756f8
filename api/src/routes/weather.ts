import { gamesTodayQuery, weatherQuery } from '@propsight/shared/contracts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { type LimitPorts, limit } from '../http/rate-limit.ts'
import { readQuery } from '../http/validate.ts'
import { gamesToday } from '../services/weather/games-today.ts'
import { teamWeather, type WeatherPorts } from '../services/weather/team-weather.ts'

/** Short, since a game may start or be postponed at any time. */
const GAMES_MAX_AGE_SECONDS = 30

/** `GET /api/games/today` (W2): the games of both sports on a day, without sign-in. */
export const gamesTodayRoutes = (deps: LimitPorts & Parameters<typeof gamesToday>[0]): ApiRouter =>
  createRouter().get(
    '/api/games/today',
    limit(deps, { name: 'games-address', points: 60, seconds: 60, by: 'address' }),
    async (ctx) => {
      const { date } = readQuery(ctx, gamesTodayQuery)
      const answer = await gamesToday(deps, date)
      const isComplete = answer.missing.length === 0 && !answer.stale
      ctx.set('Cache-Control', isComplete ? `public, max-age=${GAMES_MAX_AGE_SECONDS}` : 'no-cache')
      ctx.body = answer
    },
  )

/** The forecast itself is refreshed every hour. */
const FORECAST_MAX_AGE_SECONDS = 300

/** `GET /api/weather/{team}` (W2): the rated weather in a team's stadium at game time, without sign-in. */
export const weatherRoutes = (deps: LimitPorts & WeatherPorts): ApiRouter =>
  createRouter().get(
    '/api/weather/:team',
    // A page sends one request per game of both sports, about thirty on a full day.
    limit(deps, { name: 'weather-address', points: 240, seconds: 60, by: 'address' }),
    async (ctx) => {
      const { sport, gameTime } = readQuery(ctx, weatherQuery)
      const { team = '' } = ctx.params
      const at = gameTime === undefined ? undefined : new Date(gameTime)
      const answer = await teamWeather(deps, { team, sport, gameTime: at })
      ctx.set('Cache-Control', answer.stale ? 'no-cache' : `public, max-age=${FORECAST_MAX_AGE_SECONDS}`)
      ctx.body = answer
    },
  )
