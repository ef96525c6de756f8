import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino'

const SECRETS = ['authorization', 'cookie', 'apikey', 'password', 'token', 'code', 'secret', 'email']
const PATHS = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.headers.${name}`])
/** Lines are written together: one write each was a sixth of what a short answer costs. */
const TOGETHER_BYTES = 8_192
/** Of pino's numbers. */
const WARN_LEVEL = 40
/** How long a line waits for others at most; so much is lost where the process is killed on the spot. */
const TOGETHER_MS = 100

/** Errors keep their stack and their cause; nothing of a request is logged but what the access line names. */
const logOptions = (level: string): LoggerOptions => ({
  level,
  base: { service: 'api' },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: { paths: [...new Set([...PATHS, '*["set-cookie"]'])], censor: '[redacted]' },
})

/** To stdout, several lines at a time; a warning takes all before it along at once. The rest is written at exit. */
function createStdoutLog(level: string): Logger {
  const out = destination({
    dest: 1,
    sync: false,
    minLength: TOGETHER_BYTES,
    periodicFlush: TOGETHER_MS,
  })
  const hooks: LoggerOptions['hooks'] = {
    logMethod(given, write, at) {
      write.apply(this, given)
      if (at >= WARN_LEVEL) out.flush()
    },
  }
  return pino({ ...logOptions(level), hooks }, out)
}

/**
 * The process's log: JSON lines on stdout, written asynchronously. Call `flushLog` before the process ends.
 * @param to somewhere else to write, for tests
 */
export const createLog = (level: string, to?: DestinationStream): Logger =>
  to ? pino(logOptions(level), to) : createStdoutLog(level)

/** The same log for lines whose every field is ours to name: looking for secrets costs more than such a line. */
export const withoutSecrets = (log: Logger): Logger => log.child({}, { redact: [] })

/** Resolves when all lines so far are written. */
export const flushLog = (log: Logger): Promise<void> =>
  new Promise((resolve) => {
    log.flush(() => resolve())
  })
