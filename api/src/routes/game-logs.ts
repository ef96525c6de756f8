import { type GameLogRecord, gameLogsBody } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { Deps } from '../deps.ts'
import { requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { HttpError } from '../http/error.ts'
import { streamRecords } from '../http/ndjson.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { chargeOf } from '../services/charge-run.ts'
import { streamGameLogs } from '../services/game-logs.ts'
import { requireRun } from '../services/require-run.ts'

const isLog = ({ type }: GameLogRecord) => type === 'player' || type === 'pitcher'
const isRefusal = (error: unknown) => error instanceof HttpError && error.code === 'RUN_REQUIRED'

export function gameLogsRoutes(deps: Deps): ApiRouter {
  /** @returns whether the credits came back by this call */
  const giveBack = async (runId: string, log: Logger): Promise<boolean> => {
    try {
      return await deps.repositories.runs.release(runId, 'the server failed')
    } catch (error) {
      log.error({ err: error, runId }, 'a hold could not be given back; the sweeper will')
      return false
    }
  }
  return createRouter().post(
    '/api/game-logs',
    limit(deps, { name: 'logs-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps),
    limit(deps, { name: 'logs', points: 20, seconds: 60, by: 'user' }),
    async (ctx) => {
      const { runId, players } = await readBody(ctx, gameLogsBody)
      const user = userOf(ctx)
      const run = await requireRun(deps, user, runId)
      const charge = chargeOf(deps, user, run.id)
      await streamRecords(ctx, async (out) => {
        const write = async (record: GameLogRecord) => {
          // Who leaves after the logs and before the last word would have them for nothing.
          if (isLog(record)) await charge.make()
          await out.write(record)
        }
        try {
          const summary = await streamGameLogs(deps, players, write)
          out.signal.throwIfAborted()
          if (!charge.tried()) await deps.repositories.runs.release(run.id, 'no logs were found')
          await write({ type: 'end', ...summary })
        } catch (error) {
          // Who left may come back to the run: held or paid for, it lasts until it expires.
          if (!out.signal.aborted && !isRefusal(error)) {
            const back = await giveBack(run.id, ctx.state.log)
            // An error record says that nothing was charged. Where that is not sure, the client asks for the run again.
            if (!back && charge.tried()) {
              ctx.state.log.error({ err: error, runId }, 'a stream that may be paid for failed')
              out.breakOff()
            }
          }
          throw error
        }
      })
    },
  )
}
