import { type DestinationStream, destination, type Logger, pino } from 'pino'

const SECRETS = ['authorization', 'cookie', 'apikey', 'password', 'token', 'code', 'secret', 'email']
const PATHS = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.headers.${name}`])

/** Errors keep their stack and their cause; nothing of a request is logged but what the access line names. */
const logOptions = (level: string) => ({
  level,
  base: { service: 'api' },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: { paths: [...new Set([...PATHS, '*["set-cookie"]'])], censor: '[redacted]' },
})

/**
 * The process's log: JSON lines on stdout, written asynchronously. Call `flushLog` before the process ends.
 * @param to somewhere else to write, for tests
 */
export const createLog = (level: string, to?: DestinationStream): Logger =>
  pino(logOptions(level), to ?? destination({ dest: 1, sync: false }))

/** Resolves when all lines so far are written. */
export const flushLog = (log: Logger): Promise<void> =>
  new Promise((resolve) => {
    log.flush(() => resolve())
  })
