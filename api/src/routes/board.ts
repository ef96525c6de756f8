import {
  type FetchLinesResponse,
  fetchLinesQuery,
  type GameLogRecord,
  type GameLogsBody,
  playerDetailBody,
  startRunBody,
} from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { Deps } from '../deps.ts'
import { optionalUser, requireUser, userOf } from '../http/auth.ts'
import { createBoardParser } from '../http/board-body.ts'
import { acceptsBrotli, compressRecords, sendBrotli } from '../http/compression.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { NDJSON, streamRecords } from '../http/ndjson.ts'
import { limit } from '../http/rate-limit.ts'
import { createSharedResponses } from '../http/shared-responses.ts'
import { readBody, readJson, readQuery } from '../http/validate.ts'
import { HttpError } from '../platform/errors.ts'
import { createCharge, requireRun, startRun } from '../services/accounts/runs.ts'
import { createBoardCache } from '../services/board/board-cache.ts'
import { prefetchGameLogs, streamGameLogs } from '../services/board/game-logs.ts'
import { allowedLineCount, fetchLines } from '../services/board/lines.ts'
import { playerDetail } from '../services/board/player-detail/player-detail.ts'

export const runsRoutes = (deps: Deps): ApiRouter =>
  createRouter().post(
    '/api/runs',
    limit(deps, { name: 'runs-address', points: 60, seconds: 60, by: 'address' }),
    // The error text of C2 for a deduction without a user.
    requireUser(deps, 'No user logged in'),
    limit(deps, { name: 'runs', points: 10, seconds: 60, by: 'user' }),
    async (ctx) => {
      const body = await readBody(ctx, startRunBody)
      ctx.body = await startRun(deps, userOf(ctx).id, body)
    },
  )

const LOGS_MINUTE_MS = 60_000

const isLog = ({ type }: GameLogRecord) => type === 'player' || type === 'pitcher'
const isRunRefusal = (error: unknown) => error instanceof HttpError && error.code === 'RUN_REQUIRED'

export function gameLogsRoutes(deps: Deps): ApiRouter {
  /** @returns whether this call released the credits */
  const releaseRun = async (runId: string, log: Logger): Promise<boolean> => {
    try {
      return await deps.repositories.runs.release(runId, 'the server failed')
    } catch (error) {
      log.error({ err: error, runId }, 'a hold could not be given back; the sweeper will')
      return false
    }
  }
  const boardCache = createBoardCache({
    compress: compressRecords,
    onError: (error) => deps.log.warn({ err: error }, 'a board could not be cached'),
  })
  const collect = async (players: GameLogsBody['players']): Promise<GameLogRecord[]> => {
    const records: GameLogRecord[] = []
    const summary = await streamGameLogs(deps, players, async (record) => {
      records.push(record)
    })
    return [...records, { type: 'end', ...summary }]
  }
  const parse = createBoardParser()
  return createRouter().post(
    '/api/game-logs',
    limit(deps, { name: 'logs-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps),
    limit(deps, { name: 'logs', points: 20, seconds: 60, by: 'user' }),
    async (ctx) => {
      const { runId, players, playersKey } = parse(await readJson(ctx))
      const user = userOf(ctx)
      const run = await requireRun(deps, user, runId)
      const charge = createCharge(deps, user, run.id)
      const key = `${deps.clock.today()} ${playersKey}`
      const asOf = Math.floor(deps.clock.now().getTime() / LOGS_MINUTE_MS)
      /**
       * @returns whether to close the connection: an error record states that nothing was charged, and that
       * is unsure
       */
      const handleFailure = async (error: unknown): Promise<boolean> => {
        if (isRunRefusal(error)) return false
        const released = await releaseRun(run.id, ctx.state.log)
        if (released || !charge.tried()) return false
        ctx.state.log.error({ err: error, runId }, 'a response failed after its run may have been charged')
        return true
      }
      const board = acceptsBrotli(ctx) ? await boardCache.find(key, asOf, () => collect(players)) : null
      if (board) {
        try {
          await charge.make()
        } catch (error) {
          if (await handleFailure(error)) ctx.res.destroy()
          throw error
        }
        ctx.set('Cache-Control', 'no-store')
        sendBrotli(ctx, NDJSON, board.brotli)
        return
      }
      const sentRecords: GameLogRecord[] = []
      await streamRecords(ctx, async (out) => {
        const write = async (record: GameLogRecord) => {
          // Charged before the first log is sent: a client could disconnect before the end record.
          if (isLog(record)) await charge.make()
          await out.write(record)
          sentRecords.push(record)
        }
        try {
          const summary = await streamGameLogs(deps, players, write)
          out.signal.throwIfAborted()
          if (!charge.tried()) await deps.repositories.runs.release(run.id, 'no logs were found')
          await write({ type: 'end', ...summary })
          if (charge.tried()) boardCache.keep(key, asOf, sentRecords)
        } catch (error) {
          // A disconnected client may resume its run until it expires. When it is unsure whether the run was
          // charged, the connection is closed and the client requests the run again.
          if (!out.signal.aborted && (await handleFailure(error))) out.closeConnection()
          throw error
        }
      })
    },
  )
}

/** `POST /api/player-detail` (N12): the data of the player detail view, for the user of an active run. */
export const playerDetailRoutes = (deps: Deps): ApiRouter =>
  createRouter().post(
    '/api/player-detail',
    limit(deps, { name: 'detail-address', points: 120, seconds: 60, by: 'address' }),
    requireUser(deps),
    limit(deps, { name: 'detail', points: 40, seconds: 60, by: 'user' }),
    async (ctx) => {
      const { runId, player } = await readBody(ctx, playerDetailBody)
      const user = userOf(ctx)
      const run = await requireRun(deps, user, runId)
      const detail = await playerDetail(deps, player)
      // A detail is part of its run: free when the run is already charged, otherwise it charges the run.
      await createCharge(deps, user, run.id).make()
      ctx.body = detail
    },
  )

const SERVER_ERROR = 500
const MINUTE_MS = 60_000
/** Cache limit. A board of 300 lines has about 100,000 characters, the whole book a million. */
const CACHE_CHARS = 8_000_000

/** An error of the request. A corrected request may continue the same run. */
const isClientError = (error: unknown) => error instanceof HttpError && error.status < SERVER_ERROR

/** Releases a hold after a server failure. A run whose credits are captured remains usable. */
async function releaseHold({ repositories }: Deps, runId: string, log: Logger): Promise<void> {
  try {
    await repositories.runs.release(runId, 'no lines could be read')
  } catch (error) {
    log.error({ err: error, runId }, 'a hold could not be given back; the sweeper will')
  }
}

export const fetchLinesRoutes = (deps: Deps): ApiRouter => {
  const shared = createSharedResponses<FetchLinesResponse>(CACHE_CHARS)
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
      const allowedQuery = ctx.state.user ? query : { ...query, state: undefined }
      ctx.set('Cache-Control', 'private, no-store')
      const { runId: _, ...sharedQuery } = allowedQuery
      const minute = Math.floor(deps.clock.now().getTime() / MINUTE_MS)
      const answer = await shared
        .read(JSON.stringify([most, sharedQuery]), minute, () => fetchLines(deps, allowedQuery, most))
        .catch(async (error: unknown) => {
          if (query.runId && !isClientError(error)) await releaseHold(deps, query.runId, ctx.state.log)
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
