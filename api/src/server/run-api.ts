import { setTimeout as wait } from 'node:timers/promises'
import { EnvironmentError, readEnvironment } from '../platform/config/env.ts'
import { createLog, flushLog } from '../platform/config/log.ts'
import type { StartEmbedded } from './mount-embedded.ts'
import { startApi } from './start-api.ts'

/** Drain time after an uncaught error, when some requests may never end. */
const HURRIED_DRAIN_MS = 500
/** Upper bound for closing all parts behind the server. */
const PARTS_LIMIT_MS = 6_000

/**
 * Runs the API as a process: reads the environment, serves, sends its address to the parent process, and
 * stops gracefully on SIGTERM, SIGINT or when the parent disconnects. On a signal, `/ready` fails while the
 * process serves on for `STOP_DELAY_MS`, and then running requests finish. A second signal ends the delay.
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
    log.fatal({ err: error }, 'uncaught error; the process ends, so that a clean one replaces it')
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
