import * as z from 'zod'
import { type AuthPorts, optionalUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limitWork } from '../http/limit-work.ts'
import { type LimitPorts, limit } from '../http/rate-limit.ts'
import { readQuery } from '../http/validate.ts'
import { notFound } from '../platform/errors.ts'
import { type RunPorts, requirePaidRun } from '../services/accounts/runs.ts'
import { mirroredPath } from '../services/board/mirrored-paths.ts'
import { isPageRequest } from '../services/pitchers/page-requests.ts'
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
