import { readAnswer } from '@propsight/shared/contracts'
import { handleWhen, retry } from 'cockatiel'
import type { Logger } from 'pino'
import type { ZodType } from 'zod'
import { runSlice } from '../concurrency/event-loop.ts'
import type { Metrics } from '../metrics.ts'
import { NO_TELEMETRY, type Telemetry } from '../telemetry/telemetry.ts'
import type { Timer } from '../timer.ts'
import { type BreakerRule, type BreakerState, createBreaker, type Verdict } from './breaker.ts'
import type { HttpClient, HttpRequest } from './http-client.ts'
import { UpstreamError } from './upstream-error.ts'

export interface RetryRule {
  /** Maximum number of calls, including the first one. */
  attempts: number
  startMs: number
  growth: number
  capMs: number
  /** Upper bound of the random addition, which keeps callers from retrying at the same time. */
  jitterMs: number
  /** No retry if the service asks for a longer pause than this. */
  maxRetryAfterMs: number
}

/**
 * Milliseconds to wait after the failed attempt number `attempt` (1 is the first).
 * A longer `Retry-After` of the service takes precedence.
 */
export function backoffMs(rule: RetryRule, attempt: number, random: number, retryAfterMs = 0): number {
  const grown = Math.min(rule.capMs, rule.startMs * rule.growth ** (attempt - 1))
  return Math.max(grown + random * rule.jitterMs, retryAfterMs)
}

/** @param attempt number of the attempt, starting with 1 */
type Attempt<T> = (attempt: number) => Promise<T>

/**
 * Creates a function that repeats a call until it succeeds, the rule is exhausted, or a retry cannot help. It
 * throws what the last attempt threw.
 */
export function createRetry(rule: RetryRule, timer: Timer): <T>(call: Attempt<T>) => Promise<T> {
  const isWorthRepeating = (error: unknown) =>
    error instanceof UpstreamError && error.isTransient && (error.retryAfterMs ?? 0) <= rule.maxRetryAfterMs
  const policy = retry(handleWhen(isWorthRepeating), { maxAttempts: rule.attempts - 1 })
  return (call) => {
    let retryAfterMs: number | undefined
    return policy.execute(async ({ attempt: repeats }) => {
      // cockatiel waits by the system's timers only; this pause is by the given timer.
      if (repeats > 0) await timer.sleep(backoffMs(rule, repeats, timer.random(), retryAfterMs))
      try {
        return await call(repeats + 1)
      } catch (error) {
        retryAfterMs = error instanceof UpstreamError ? error.retryAfterMs : undefined
        throw error
      }
    })
  }
}

/** How long requests wait for the trial of a half-open breaker. */
export const TRIAL_WAIT_MS = 5_000

/** How requests of one kind are sent. */
export interface RequestPolicy extends Omit<HttpRequest, 'url' | 'onHeaders'> {
  retry: RetryRule
  breaker: BreakerRule
}

/** Runs a request when the pace or the bulkhead of its service admits it. */
export type Limiter = <T>(request: () => Promise<T>) => Promise<T>

interface ServiceClientOptions {
  /** Short name for metrics and spans. */
  label: string
  /** Origin of the service, without a trailing slash. */
  origin: string
  policy: RequestPolicy
  http: Pick<HttpClient, 'get'>
  limiter: Limiter
  timer: Timer
  log: Logger
  metrics?: Pick<Metrics, 'upstreamRequests'> | undefined
  telemetry?: Pick<Telemetry, 'span'> | undefined
}

/** Sends requests of one kind to a service. */
export interface ServiceClient {
  /** Name of the service, shown to users in messages. */
  readonly service: string
  breakerState(): BreakerState
  /**
   * Sends one GET request with breaker, pacing and retries. Does not deduplicate or cache.
   * @param query parameters in the order in which they are sent
   * @param onHeaders called with the headers of each answer, also of one that is an error
   * @returns the response body, parsed by `schema`; unreadable entries of its lists are skipped and logged
   * @throws UpstreamError
   */
  get<T>(
    path: string,
    query: Readonly<Record<string, string>>,
    schema: ZodType<T>,
    onHeaders?: HttpRequest['onHeaders'],
  ): Promise<T>
}

/**
 * Encodes a query value, except for commas, brackets, colons and equals signs, which these services use in
 * values.
 */
const encodeValue = (value: string): string =>
  encodeURIComponent(value).replace(/%(2C|28|29|5B|5D|3D|3A)/g, (escaped) => decodeURIComponent(escaped))

/** `/path?a=1&b=x,y` */
export function pathWithQuery(path: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeValue(value)}`)
  return pairs.length ? `${path}?${pairs.join('&')}` : path
}

function verdictOf(error: unknown): Verdict {
  if (!(error instanceof UpstreamError) || error.failure === 'resting') return 'unknown'
  if (!error.concernsService) return 'works'
  return error.failure === 'refused' ? 'refuses' : 'fails'
}

interface Sent<T> {
  url: string
  schema: ZodType<T>
  onHeaders: HttpRequest['onHeaders']
}

/** Combines breaker, retries and limiter, from the outside to the inside, around each request. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { label, origin, policy, http, limiter, timer, log, metrics, telemetry = NO_TELEMETRY } = options
  const { service } = policy
  const count = (outcome: string) => metrics?.upstreamRequests.inc({ service: label, outcome })
  const breakerOpenError = (restMs: number) => {
    count('resting')
    return new UpstreamError({ service, failure: 'resting', retryAfterMs: restMs || undefined })
  }
  const breaker = createBreaker({ rule: policy.breaker, timer, trialWaitMs: TRIAL_WAIT_MS, breakerOpenError })
  const withRetries = createRetry(policy.retry, timer)

  const send = async <T>(path: string, { url, schema, onHeaders }: Sent<T>): Promise<T> => {
    const body = await http.get({ ...policy, url, onHeaders })
    try {
      const { value, skipped } = await runSlice(() => readAnswer(schema, body))
      for (const entries of skipped) {
        log.warn({ service, path, ...entries }, 'unreadable entries of an answer were skipped')
      }
      return value
    } catch (cause) {
      throw new UpstreamError({ service, failure: 'unreadable', cause })
    }
  }
  /** Sends the request in its turn, in a span, and counts its outcome. */
  const attempt = async <T>(number: number, path: string, sent: Sent<T>): Promise<T> => {
    // Other requests may have opened the breaker in the meantime.
    if (number > 1 && breaker.state() === 'open') throw breakerOpenError(breaker.restMs())
    const attributes = { 'url.path': path, 'propsight.attempt': number }
    try {
      const value = await limiter(() =>
        telemetry.span('client', `${label} GET`, attributes, () => send(path, sent)),
      )
      count('ok')
      return value
    } catch (error) {
      count(error instanceof UpstreamError ? error.failure : 'failed')
      throw error
    }
  }

  return {
    service,
    breakerState: breaker.state,
    get(path, query, schema, onHeaders) {
      const url = `${origin}${pathWithQuery(path, query)}`
      return breaker.run(async () => {
        try {
          return await withRetries((number) => attempt(number, path, { url, schema, onHeaders }))
        } catch (error) {
          if (!(error instanceof UpstreamError) || error.concernsService) {
            log.warn({ err: error, service, path }, 'an outside service failed')
          }
          throw error
        }
      }, verdictOf)
    },
  }
}
