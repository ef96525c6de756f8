import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { withoutSecrets } from '../platform/config/log.ts'
import { HttpError, notFound, unavailable } from '../platform/errors.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { OpenSpan, Telemetry } from '../platform/telemetry/telemetry.ts'
import type { ApiContext, ApiMiddleware, ApiState } from './context.ts'

/** Error codes of a disk that is full, read-only or faulty. */
const STORAGE_FAILURES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO'])

/** Whether an error says that a file could not be written. The operator must fix the disk; clients may retry. */
const isStorageFailure = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && STORAGE_FAILURES.has(String(error.code))

/** The initial state of a request. Its logger is created on first use, since most requests log nothing. */
export function createRequestState(
  log: Logger,
  requestId: string,
  span: OpenSpan,
  traceId: string | null = span.traceId,
): ApiState {
  let own: Logger | undefined
  return {
    requestId,
    span,
    traceId,
    get log() {
      own ??= log.child(logFieldsOf({ requestId, traceId }))
      return own
    },
  }
}

/** The fields that identify a request in the log. */
export const logFieldsOf = ({ requestId, traceId }: Pick<ApiState, 'requestId' | 'traceId'>) =>
  traceId === null ? { requestId } : { requestId, traceId }

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/
/** The trace id of the caller, for the log of an API without a collector. */
const callersTrace = (ctx: ApiContext): string | null => TRACEPARENT.exec(ctx.get('traceparent'))?.[1] ?? null

export interface PresentedError {
  status: number
  code: string
  message: string
  headers: Record<string, string>
  /** An error of this server: it is logged with its stack. */
  unexpected: boolean
}

/**
 * The part of a failure that the client may see. Only an `HttpError` has details; any other error is a plain
 * 500.
 */
export function presentError(error: unknown): PresentedError {
  if (error instanceof HttpError) {
    const { status, code, message, headers } = error
    return { status, code, message, headers, unexpected: status >= 500 && status !== 503 }
  }
  if (isStorageFailure(error)) {
    const { status, code, message, headers } = unavailable('The storage')
    return { status, code, message, headers, unexpected: true }
  }
  // A path such as `/%zz` cannot be decoded by the router.
  if (error instanceof URIError || (error instanceof Error && 'status' in error && error.status === 400)) {
    return { status: 400, code: 'BAD_REQUEST', message: 'Malformed request', headers: {}, unexpected: false }
  }
  return {
    status: 500,
    code: 'INTERNAL',
    message: 'Something went wrong on our side.',
    headers: {},
    unexpected: true,
  }
}

const MAX_LISTENERS = 30
/** The address of the mailbox contains a secret. The router ignores case. */
const SECRET_OF_ADDRESS = /^(\/dev\/mailbox\/).+/i
/** Requests of load balancers and monitors. Several a second are usual, so only a failed one is in the log by default. */
const PROBES: ReadonlySet<string> = new Set(['/ready', '/health', '/health/live', '/metrics'])
const MIN_FAILURE = 400
const VALID_REQUEST_ID = /^[\w.-]{8,64}$/

const formatServerTiming = (timings: Record<string, number>) =>
  Object.entries(timings)
    .map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`)
    .join(', ')

export interface FramePorts {
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'inFlight' | 'requests'>
  readonly telemetry: Pick<Telemetry, 'serve'>
}

/**
 * Sets the id, logger and trace span of each request, sends `Server-Timing`, and logs one line after the
 * response.
 */
export function requestFrame(deps: FramePorts): ApiMiddleware {
  const lines = withoutSecrets(deps.log)
  return async (ctx, next) => {
    const begun = performance.now()
    const inbound = ctx.get('x-request-id')
    const requestId = VALID_REQUEST_ID.test(inbound) ? inbound : randomUUID()
    const span = deps.telemetry.serve(ctx.headers, ctx.method)
    ctx.state = createRequestState(deps.log, requestId, span, span.traceId ?? callersTrace(ctx))
    deps.metrics.inFlight.inc()
    ctx.set('X-Request-Id', requestId)
    // Koa, the compressor and the load limits all listen to the response. This is not a leak.
    ctx.res.setMaxListeners(MAX_LISTENERS)
    ctx.res.once('close', () => {
      const seconds = (performance.now() - begun) / 1000
      const route = routeOf(ctx)
      const status = ctx.res.statusCode
      deps.metrics.inFlight.dec()
      deps.metrics.requests.observe({ method: ctx.method, route, status }, seconds)
      const sent = ctx.res.writableFinished
      const level = PROBES.has(ctx.path) && status < MIN_FAILURE ? 'debug' : 'info'
      lines[level](
        {
          ...logFieldsOf(ctx.state),
          method: ctx.method,
          path: ctx.path.replace(SECRET_OF_ADDRESS, '$1…'),
          route,
          status,
          ms: Math.round(seconds * 1000),
          sent,
        },
        'request',
      )
      endSpan(ctx, route, status, sent)
    })
    await span.within(next)
    if (ctx.res.headersSent) return
    const total = performance.now() - begun
    const { timings } = ctx.state
    ctx.set(
      'Server-Timing',
      timings ? formatServerTiming({ ...timings, total }) : formatServerTiming({ app: total }),
    )
  }
}

/** Names the span by the route pattern, never by the path, which may contain personal data. */
function endSpan(
  { state: { span, requestId }, method }: ApiContext,
  route: string,
  status: number,
  sent: boolean,
) {
  if (span.traceId === null) return
  span.rename(`${method} ${route}`)
  span.set({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'propsight.request_id': requestId,
    'propsight.sent': sent,
  })
  span.end()
}

function routeOf(ctx: ApiContext): string {
  if (ctx.state.route) return ctx.state.route
  const matched = '_matchedRoute' in ctx ? ctx._matchedRoute : undefined
  if (typeof matched === 'string') return matched
  if (matched instanceof RegExp) return matched.source
  return 'other'
}

/**
 * Sends every failure as the error envelope of the contracts. Unexpected errors are logged and sent without
 * details.
 */
export const errorEnvelope = (): ApiMiddleware => async (ctx, next) => {
  try {
    await next()
    if (ctx.status === 404 && ctx.body == null && ctx.respond !== false) throw notFound()
  } catch (error) {
    const { status, code, message, headers, unexpected } = presentError(error)
    if (status >= 500) ctx.state.span.fail(error)
    if (unexpected) ctx.state.log.error({ err: error }, 'a request failed')
    if (ctx.res.headersSent) {
      ctx.res.destroy()
      return
    }
    // A connection with an unread body cannot be reused.
    if (!ctx.req.complete) {
      ctx.set('Connection', 'close')
      ctx.req.resume()
    }
    ctx.set(headers)
    ctx.set('Cache-Control', 'no-store')
    ctx.remove('ETag')
    ctx.status = status
    ctx.body = { error: message, message, code, requestId: ctx.state.requestId }
  }
}
