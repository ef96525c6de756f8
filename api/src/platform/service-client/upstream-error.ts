import { HttpError } from '../errors.ts'

/**
 * How a call failed. `refused` (401, 403), `limited` (429) and `away` (5xx, no answer) are the service's;
 * `unreadable` is an answer that no schema takes; `resting` was not even sent, since the breaker is open;
 * `unknown` (404) and `rejected` (other 4xx) are answers about what was asked.
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
  /** As people know it: 'PrizePicks', 'The baseball stats service'. */
  service: string
  failure: UpstreamFailure
  status?: number | undefined
  retryAfterMs?: number | undefined
  cause?: unknown
}

const REASONS: Record<UpstreamFailure, (status: number | undefined) => string> = {
  refused: (status) => `refuses to answer us (${status})`,
  limited: () => 'asks us to slow down (429)',
  away: (status) => (status ? `is failing (${status})` : 'is not answering'),
  unreadable: () => 'answered something that cannot be read',
  resting: () => 'is not answering and is given a rest',
  unknown: () => 'does not know that',
  rejected: (status) => `does not take that request (${status})`,
}

const DEFAULT_RETRY_AFTER_MS = 15_000

/** An outside service did not do what it was asked. Its message names the service and may be shown as it is. */
export class UpstreamError extends HttpError {
  readonly service: string
  readonly failure: UpstreamFailure
  readonly retryAfterMs: number | undefined

  constructor({ service, failure, status, retryAfterMs, cause }: Details) {
    const about = `${service} ${REASONS[failure](status)}.`
    const aboutTheQuestion = failure === 'unknown' || failure === 'rejected'
    if (aboutTheQuestion) {
      const [ours, code] =
        failure === 'unknown' ? ([404, 'NOT_FOUND'] as const) : ([400, 'BAD_REQUEST'] as const)
      super(ours, code, about, { cause })
    } else {
      const seconds = Math.ceil((retryAfterMs ?? DEFAULT_RETRY_AFTER_MS) / 1000)
      super(503, 'UPSTREAM_UNAVAILABLE', `${about} Try again in a moment.`, {
        headers: { 'Retry-After': String(seconds) },
        cause,
      })
    }
    this.name = 'UpstreamError'
    this.service = service
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the same call may succeed a moment later. */
  get passing(): boolean {
    return this.failure === 'away' || this.failure === 'limited'
  }

  /** Whether it speaks against the service, not against the question. */
  get ofService(): boolean {
    return this.failure !== 'unknown' && this.failure !== 'rejected'
  }
}
