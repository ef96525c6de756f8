import { HttpError } from '../errors.ts'

/**
 * Kinds of failure. `refused` (401, 403), `limited` (429) and `away` (5xx, no response) concern the service.
 * `unreadable` is a response that does not match the schema. `resting` was not sent, because the breaker is
 * open. `unknown` (404) and `rejected` (other 4xx) concern the request.
 */
export type UpstreamFailure =
  | 'refused'
  | 'limited'
  | 'away'
  | 'unreadable'
  | 'resting'
  | 'unknown'
  | 'rejected'

interface Details {
  /** Name shown to users: 'PrizePicks', 'The baseball stats service'. */
  service: string
  failure: UpstreamFailure
  status?: number | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

const REASONS: Record<UpstreamFailure, (status: number | undefined) => string> = {
  refused: (status) => `refuses our requests (${status})`,
  limited: () => 'asks us to slow down (429)',
  away: (status) => (status ? `is failing (${status})` : 'is not answering'),
  unreadable: () => 'sent an answer that cannot be read',
  resting: () => 'is not answering and is paused',
  unknown: () => 'does not know that',
  rejected: (status) => `rejected that request (${status})`,
}

/** Error codes of Node.js and undici for connections that were not made. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

const DEFAULT_RETRY_AFTER_MS = 15_000

/** Failure of an upstream service. The message names the service and may be shown to users. */
export class UpstreamError extends HttpError {
  readonly service: string
  /** What happened, as a sentence without advice. */
  readonly description: string
  readonly failure: UpstreamFailure
  readonly retryAfterMs: number | undefined

  constructor({ service, failure, status, retryAfterMs, cause }: Details) {
    const description = `${service} ${REASONS[failure](status)}.`
    if (failure === 'unknown') {
      super(404, 'NOT_FOUND', description, { cause })
    } else if (failure === 'rejected') {
      super(400, 'BAD_REQUEST', description, { cause })
    } else {
      const seconds = Math.ceil((retryAfterMs ?? DEFAULT_RETRY_AFTER_MS) / 1000)
      super(503, 'UPSTREAM_UNAVAILABLE', `${description} Try again in a moment.`, {
        headers: { 'Retry-After': String(seconds) },
        cause,
      })
    }
    this.name = 'UpstreamError'
    this.service = service
    this.description = description
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the failure is transient: the same call may succeed a moment later. */
  get isTransient(): boolean {
    return this.failure === 'away' || this.failure === 'limited'
  }

  /** Whether the request did not reach the service: the connection failed before. */
  get neverSent(): boolean {
    if (this.failure === 'resting') return true
    const code = this.cause instanceof Error && 'code' in this.cause ? this.cause.code : undefined
    return typeof code === 'string' && NOT_CONNECTED.has(code)
  }

  /** Whether the failure concerns the service, not the request. */
  get concernsService(): boolean {
    return this.failure !== 'unknown' && this.failure !== 'rejected'
  }
}
