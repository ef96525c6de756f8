import * as z from 'zod'
import type { Steps } from './steps.ts'

/** Level numbers of pino that are printed. */
const LEVELS: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal error' }
/** Lines of a stack trace inside Node itself. */
const NODE_FRAMES = /\n +at [^\n]*\(node:internal\/[^\n]*\)(?= \{|$)/gm

/** A line of the API's log. A request's last line has its status. */
const logLine = z.looseObject({
  level: z.number(),
  msg: z.string().default(''),
  err: z.looseObject({ stack: z.string() }).optional(),
  requestId: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  status: z.number().optional(),
  ms: z.number().optional(),
})
type LogLine = z.infer<typeof logLine>

/** An error text without the frames inside Node. */
export const withoutNodeFrames = (text: string): string => text.replace(NODE_FRAMES, '')

function parseLogLine(text: string): LogLine | null {
  try {
    return logLine.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Text of a log line for the terminal; undefined for lines below `warn`, except failed requests. */
function describe({ level, msg, err, requestId, ...more }: LogLine): string | undefined {
  const request = requestId ? ` · request ${requestId}` : ''
  const { method, path, status = 0, ms, time: _time, service, traceId: _traceId, ...fields } = more
  if (status >= 500) return `  API: ${status} ${method} ${path}, ${ms} ms${request}`
  if (!LEVELS[level]) return
  const details = {
    ...(service === undefined || service === 'api' ? {} : { service }),
    ...(path ? { path } : {}),
    ...fields,
  }
  const shown = Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : ''
  const stack = err ? `\n${withoutNodeFrames(err.stack).replace(/^/gm, '    ')}` : ''
  return `  API ${LEVELS[level]}: ${msg}${shown}${request}${stack}`
}

/**
 * Reports a line that the API or the league printed: as an event with the parsed log line (`log`) or the text, or
 * on the terminal if it is a warning, an error, a failed request, or no log line, such as that of `console.log`.
 */
export function reportLine(name: 'API' | 'league', text: string, steps: Pick<Steps, 'event'>): void {
  const log = parseLogLine(text)
  const event = name.toLowerCase()
  if (log) steps.event(event, { log }, describe(log))
  else if (text.trim()) steps.event(event, { text }, `  ${text.startsWith(name) ? text : `${name}: ${text}`}`)
}
