import { type GameLogRecord, gameLogsBody } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { Deps } from '../deps.ts'
import { requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { streamRecords } from '../http/ndjson.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { streamGameLogs } from '../services/game-logs.ts'
import { requireRun } from '../services/require-run.ts'

export function gameLogsRoutes(deps: Deps): ApiRouter {
  const giveBack = (runId: string, log: Logger) =>
    deps.repositories.runs.release(runId, 'the server failed').catch((error: unknown) => {
      log.error({ err: error, runId }, 'a hold could not be given back; the sweeper will')
    })
  return createRouter().post(
    '/api/game-logs',
    limit(deps, { name: 'logs-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps),
    limit(deps, { name: 'logs', points: 20, seconds: 60, by: 'user' }),
    async (ctx) => {
      const { runId, players } = await readBody(ctx, gameLogsBody)
      const run = await requireRun(deps, userOf(ctx), runId)
      await streamRecords(ctx, async (out) => {
        const write = (record: GameLogRecord) => out.write(record)
        try {
          const summary = await streamGameLogs(deps, players, write)
          out.signal.throwIfAborted()
          // Charged before the last word, so that whoever reads it knows that the work is paid for.
          if (summary.players > 0) await deps.repositories.runs.capture(run.id)
          else await deps.repositories.runs.release(run.id, 'no logs were found')
          await write({ type: 'end', ...summary })
        } catch (error) {
          // Who left may come back to the run: its hold stays until it expires.
          if (!out.signal.aborted) await giveBack(run.id, ctx.state.log)
          throw error
        }
      })
    },
  )
}
