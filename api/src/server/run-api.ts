import { EnvironmentError, readEnvironment } from '../config/env.ts'
import { createLog, flushLog } from '../config/log.ts'
import { type StartEmbedded, startApi } from './start-api.ts'

/** After an error that nobody caught some requests may never end: what else is under way gets this long. */
const HURRIED_DRAIN_MS = 500
/** More than the parts need together, less than a supervisor waits before it kills. */
const SHUTDOWN_LIMIT_MS = 11_000

/**
 * The API as a process: reads the environment, serves, tells its parent where, and ends gracefully on SIGTERM, SIGINT
 * or when the parent goes.
 */
export async function runApi(
  environment: Record<string, string | undefined>,
  startEmbedded?: StartEmbedded,
): Promise<void> {
  const env = readOrExit(environment)
  const log = createLog(env.LOG_LEVEL)
  const stopRequested = Promise.withResolvers<string>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopRequested.resolve(signal))
  process.on('disconnect', () => stopRequested.resolve('the parent has gone'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught; ending, so that a clean process takes over')
    process.exitCode = 1
    stopRequested.resolve('an uncaught error')
  })

  try {
    const api = await startApi(env, startEmbedded ? { log, startEmbedded } : { log })
    process.send?.({ type: 'ready', url: api.url })
    const reason = await stopRequested.promise
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref()
    await api.close(process.exitCode === 1 ? HURRIED_DRAIN_MS : undefined)
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
