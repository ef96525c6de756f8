import { type FetchLinesResponse, fetchLinesQuery } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { Deps } from '../deps.ts'
import { optionalUser } from '../http/auth.ts'
import { acceptsBrotli, sendBrotli } from '../http/brotli.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limit } from '../http/rate-limit.ts'
import { createSharedAnswers } from '../http/shared-responses.ts'
import { readQuery } from '../http/validate.ts'
import { HttpError } from '../platform/errors.ts'
import { prefetchGameLogs } from '../services/board/game-logs.ts'
import { fetchLines, allowedLineCount } from '../services/board/lines.ts'

const SERVER_ERROR = 500
const MINUTE_MS = 60_000
/** Cache limit. A board of 300 lines has about 100,000 characters, the whole book a million. */
const KEPT_CHARS = 8_000_000

/** An error of the request. A corrected request may continue the same run. */
const isRefusal = (error: unknown) => error instanceof HttpError && error.status < SERVER_ERROR

/** Releases a hold after a server failure. A run whose credits are captured remains usable. */
async function giveBack({ repositories }: Deps, runId: string, log: Logger): Promise<void> {
  try {
    await repositories.runs.release(runId, 'no lines could be read')
  } catch (error) {
    log.error({ err: error, runId }, 'a hold could not be given back; the sweeper will')
  }
}

export const fetchLinesRoutes = (deps: Deps): ApiRouter => {
  const shared = createSharedAnswers<FetchLinesResponse>(KEPT_CHARS)
  return createRouter().get(
    '/api/fetch-lines',
    limit(deps, { name: 'lines-address', points: 120, seconds: 60, by: 'address' }),
    optionalUser(deps),
    limit(deps, { name: 'lines', points: 60, seconds: 60, by: 'user' }),
    async (ctx) => {
      const query = readQuery(ctx, fetchLinesQuery)
      const most = await allowedLineCount(deps, ctx.state.user, query)
      if (query.runId) prefetchGameLogs(deps)
      // Visitors share one board; only signed-in users can choose a state.
      const asked = ctx.state.user ? query : { ...query, state: undefined }
      ctx.set('Cache-Control', 'private, no-store')
      const { runId: _, ...question } = asked
      const minute = Math.floor(deps.clock.now().getTime() / MINUTE_MS)
      const answer = await shared
        .read(JSON.stringify([most, question]), minute, () => fetchLines(deps, asked, most))
        .catch(async (error: unknown) => {
          if (query.runId && !isRefusal(error)) await giveBack(deps, query.runId, ctx.state.log)
          throw error
        })
      // Without a single player there are no logs, so nothing will be charged: release the hold now.
      if (query.runId && answer.value.players.every(({ combo }) => combo)) {
        await deps.repositories.runs.release(query.runId, 'no lines to rank')
      }
      if (acceptsBrotli(ctx)) sendBrotli(ctx, 'application/json', answer.brotli)
      else ctx.body = answer.value
    },
  )
}
