import type { GameLogRecord, GameLogsBody } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { Deps } from '../deps.ts'
import { requireUser, userOf } from '../http/auth.ts'
import { boardBodies } from '../http/board-body.ts'
import { acceptsBrotli, sendBrotli } from '../http/brotli.ts'
import { compressRecords } from '../http/compress-records.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { NDJSON, streamRecords } from '../http/ndjson.ts'
import { limit } from '../http/rate-limit.ts'
import { readJson } from '../http/validate.ts'
import { HttpError } from '../platform/errors.ts'
import { createCharge, requireRun } from '../services/accounts/runs.ts'
import { streamGameLogs } from '../services/board/game-logs.ts'
import { createBoardCache } from '../services/board/board-cache.ts'

const MINUTE_MS = 60_000

const isLog = ({ type }: GameLogRecord) => type === 'player' || type === 'pitcher'
const isRefusal = (error: unknown) => error instanceof HttpError && error.code === 'RUN_REQUIRED'

export function gameLogsRoutes(deps: Deps): ApiRouter {
  /** @returns whether this call released the credits */
  const giveBack = async (runId: string, log: Logger): Promise<boolean> => {
    try {
      return await deps.repositories.runs.release(runId, 'the server failed')
    } catch (error) {
      log.error({ err: error, runId }, 'a hold could not be given back; the sweeper will')
      return false
    }
  }
  const kept = createBoardCache({
    compress: compressRecords,
    onError: (error) => deps.log.warn({ err: error }, 'a board could not be kept'),
  })
  const collect = async (players: GameLogsBody['players']): Promise<GameLogRecord[]> => {
    const records: GameLogRecord[] = []
    const summary = await streamGameLogs(deps, players, async (record) => void records.push(record))
    return [...records, { type: 'end', ...summary }]
  }
  const parse = boardBodies()
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
      const asOf = Math.floor(deps.clock.now().getTime() / MINUTE_MS)
      /**
       * @returns whether to close the connection: an error record states that nothing was charged, and that
       * is unsure
       */
      const giveUp = async (error: unknown): Promise<boolean> => {
        if (isRefusal(error)) return false
        const back = await giveBack(run.id, ctx.state.log)
        if (back || !charge.tried()) return false
        ctx.state.log.error({ err: error, runId }, 'an answer that may be paid for failed')
        return true
      }
      const board = acceptsBrotli(ctx) ? await kept.find(key, asOf, () => collect(players)) : null
      if (board) {
        try {
          await charge.make()
        } catch (error) {
          if (await giveUp(error)) ctx.res.destroy()
          throw error
        }
        ctx.set('Cache-Control', 'no-store')
        sendBrotli(ctx, NDJSON, board.brotli)
        return
      }
      const told: GameLogRecord[] = []
      await streamRecords(ctx, async (out) => {
        const write = async (record: GameLogRecord) => {
          // Charged before the first log is sent: a client could disconnect before the end record.
          if (isLog(record)) await charge.make()
          await out.write(record)
          told.push(record)
        }
        try {
          const summary = await streamGameLogs(deps, players, write)
          out.signal.throwIfAborted()
          if (!charge.tried()) await deps.repositories.runs.release(run.id, 'no logs were found')
          await write({ type: 'end', ...summary })
          if (charge.tried()) kept.keep(key, asOf, told)
        } catch (error) {
          // A disconnected client may resume its run until it expires. When it is unsure whether the run was
          // charged, the connection is closed and the client requests the run again.
          if (!out.signal.aborted && (await giveUp(error))) out.breakOff()
          throw error
        }
      })
    },
  )
}
