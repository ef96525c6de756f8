import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino'

const SECRETS = ['authorization', 'cookie', 'apikey', 'password', 'token', 'code', 'secret', 'email']
const PATHS = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.headers.${name}`])
/** Buffer size. A write per line took a sixth of the time of a short request. */
const BUFFER_BYTES = 8_192
/** Level number of `warn` in pino. */
const WARN_LEVEL = 40
/** Longest time a line is buffered; lines of this time are lost when the process is killed. */
const FLUSH_INTERVAL_MS = 100

/** Errors are logged with stack and cause. Of a request, only the fields of the access line are logged. */
const logOptions = (level: string): LoggerOptions => ({
  level,
  base: { service: 'api' },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  redact: { paths: [...new Set([...PATHS, '*["set-cookie"]'])], censor: '[redacted]' },
})

/**
 * Writes to stdout in blocks of lines. A warning flushes the buffer at once, and so does the exit of the
 * process.
 */
function createStdoutLog(level: string): Logger {
  const out = destination({
    dest: 1,
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  })
  const hooks: LoggerOptions['hooks'] = {
    logMethod(args, write, levelNumber) {
      write.apply(this, args)
      if (levelNumber >= WARN_LEVEL) out.flush()
    },
  }
  return pino({ ...logOptions(level), hooks }, out)
}

/**
 * Creates the log of the process: JSON lines on stdout, written asynchronously. Call `flushLog` before the
 * process ends.
 * @param to another destination, for tests
 */
export const createLog = (level: string, to?: DestinationStream): Logger =>
  to ? pino(logOptions(level), to) : createStdoutLog(level)

/**
 * A child log without redaction, for lines with known fields only: redaction costs more than writing such a
 * line.
 */
export const withoutSecrets = (log: Logger): Logger => log.child({}, { redact: [] })

/** Resolves when all lines so far are written. */
export const flushLog = (log: Logger): Promise<void> =>
  new Promise((resolve) => {
    log.flush(() => resolve())
  })
