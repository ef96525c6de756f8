import { setTimeout as wait } from 'node:timers/promises'
import { EnvironmentError, readEnvironment } from '../platform/config/env.ts'
import { createLog, flushLog } from '../platform/config/log.ts'
import { type StartEmbedded, startApi } from './start-api.ts'

/** After an error that nobody caught some requests may never end: what else is under way gets this long. */
const HURRIED_DRAIN_MS = 500
/** More than the parts behind the server need together to close. */
const PARTS_LIMIT_MS = 6_000

/**
 * The API as a process: reads the environment, serves, tells its parent where, and ends gracefully on SIGTERM, SIGINT
 * or when the parent goes. On a signal it says so at `/ready` and goes on serving for `STOP_DELAY_MS`, then lets what is
 * under way finish; a second signal cuts the delay short.
 */
export async function runApi(
  environment: Record<string, string | undefined>,
  startEmbedded?: StartEmbedded,
): Promise<void> {
  const env = readOrExit(environment)
  const log = createLog(env.LOG_LEVEL)
  const stopRequested = Promise.withResolvers<string>()
  const noDelay = new AbortController()
  let asked = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (asked) noDelay.abort()
      asked = true
      stopRequested.resolve(signal)
    })
  }
  process.on('disconnect', () => {
    noDelay.abort()
    stopRequested.resolve('the parent has gone')
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught; ending, so that a clean process takes over')
    process.exitCode = 1
    noDelay.abort()
    stopRequested.resolve('an uncaught error')
  })

  try {
    const api = await startApi(env, startEmbedded ? { log, startEmbedded } : { log })
    process.send?.({ type: 'ready', url: api.url })
    const reason = await stopRequested.promise
    log.info({ reason }, 'stopping')
    api.announceStop()
    const delayMs = noDelay.signal.aborted ? 0 : env.STOP_DELAY_MS
    const drainMs = process.exitCode === 1 ? HURRIED_DRAIN_MS : env.STOP_DRAIN_MS
    setTimeout(() => process.exit(1), delayMs + drainMs + PARTS_LIMIT_MS).unref()
    await wait(delayMs, undefined, { signal: noDelay.signal }).catch(() => undefined)
    await api.close(drainMs)
    log.info('stopped')
  } catch (error) {
    log.fatal({ err: error }, 'the API could not run')
    process.exitCode = 1
  }
  await flushLog(log)
  process.exit()
}

function readOrExit(environment: Record<string, string | undefined>) {
  try {
    return readEnvironment(environment)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}
