import { gamesTodayQuery, pitchersQuery, weatherQuery } from '@propsight/shared/contracts'
import * as z from 'zod'
import { type AuthPorts, optionalUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limitWork } from '../http/limit-work.ts'
import { streamRecords } from '../http/ndjson.ts'
import { type LimitPorts, limit } from '../http/rate-limit.ts'
import { readQuery } from '../http/validate.ts'
import { badRequest, notFound } from '../platform/errors.ts'
import { type RunPorts, requirePaidRun } from '../services/accounts/runs.ts'
import { mirroredPath } from '../services/board/mirrored-paths.ts'
import { DAYS_AHEAD, DAYS_BACK, isPageDay, isPageRequest } from '../services/pitchers/page-requests.ts'
import { type PitchersPorts, streamPitchers } from '../services/pitchers/stream-pitchers.ts'
import type { PropPorts } from '../services/props/show-forecasts.ts'
import { gamesToday } from '../services/weather/games-today.ts'
import { teamWeather, type WeatherPorts } from '../services/weather/team-weather.ts'
import type { LeagueReads } from '../sources/stats/stats-client.ts'

const PREFIX = '/api/mlb/'
/** Names the run in a header, since the query string belongs to the stats service. */
const RUN_HEADER = 'x-run-id'
const runIdSchema = z.uuid()

/**
 * `/api/mlb/api/v1/…` (or `/api/mlb/v1/…`) mirrors the listed paths of the stats service. Like the game logs,
 * a request needs a paid run, named in `x-run-id`. The requests of the pitchers page need neither a run nor
 * sign-in.
 */
export const statsMirrorRoutes = (
  deps: LimitPorts & AuthPorts & RunPorts & LeagueReads<'raw' | 'schedule'>,
): ApiRouter =>
  createRouter().get(
    '/api/mlb/*path',
    limit(deps, { name: 'mirror-address', points: 240, seconds: 60, by: 'address' }),
    optionalUser(deps),
    limitWork(deps),
    async (ctx) => {
      const mirrored = mirroredPath(ctx.path.slice(PREFIX.length))
      if (!mirrored) {
        userOf(ctx)
        throw notFound('The mirror does not have that path')
      }
      const { path } = mirrored
      const query = readQuery(ctx, mirrored.query)
      const runId = runIdSchema.safeParse(ctx.get(RUN_HEADER)).data
      const free = runId === undefined && (await isPageRequest(deps, path, query))
      if (!free) await requirePaidRun(deps, userOf(ctx), runId)
      const { value, ageSeconds, stale } = await deps.upstream.stats.raw(path, query)
      ctx.set('Cache-Control', 'private, no-cache')
      ctx.set('Age', String(ageSeconds))
      if (stale) ctx.set('X-Data-Stale', 'true')
      ctx.body = value
    },
  )

/**
 * `GET /api/pitchers` (H6): a day's probable pitchers and their facts for one phase, as NDJSON, without
 * sign-in.
 */
export const pitchersRoutes = (deps: LimitPorts & PitchersPorts & PropPorts): ApiRouter =>
  createRouter().get(
    '/api/pitchers',
    limit(deps, { name: 'pitchers-address', points: 60, seconds: 60, by: 'address' }),
    limitWork(deps),
    async (ctx) => {
      const today = deps.clock.today()
      const { date = today, phase, skip } = readQuery(ctx, pitchersQuery)
      if (!isPageDay(date, today)) {
        throw badRequest(`date: ${DAYS_BACK} days back to ${DAYS_AHEAD} ahead can be asked for`)
      }
      const skipped = new Set((skip ?? '').split(',').filter(Boolean).map(Number))
      await streamRecords(ctx, async (out) => {
        const selection = { date, phase, skip: skipped }
        const summary = await streamPitchers(deps, selection, (record) => out.write(record))
        await out.write({ type: 'end', ...summary })
      })
    },
  )

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
