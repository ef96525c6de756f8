import type { Logger } from 'pino'
import type { ZodType } from 'zod'
import type { Metrics } from '../metrics.ts'
import { NO_TELEMETRY, type Telemetry } from '../telemetry/telemetry.ts'
import type { Timer } from '../timer.ts'
import type { Breaker } from './breaker.ts'
import type { Pacer } from './pacer.ts'
import { type RetryPolicy, withRetry } from './retry.ts'
import type { Transport } from './transport.ts'
import { UpstreamError } from './upstream-error.ts'

/**
 * How long requests wait for the trial of a half-open breaker. A trial without a response must not block them
 * longer.
 */
export const TRIAL_WAIT_MS = 5_000

interface ServiceClientOptions {
  /** Name shown to users in messages. */
  service: string
  /** Short name for metrics. */
  label: string
  transport: Transport
  /** Null if the service needs no pacing beyond the back-off. */
  pacer: Pick<Pacer, 'run'> | null
  retry: RetryPolicy
  breaker: Breaker
  timer: Timer
  log: Logger
  metrics?: Metrics | undefined
  telemetry?: Pick<Telemetry, 'span'> | undefined
}

export interface ServiceClient {
  /**
   * Sends one GET request with breaker, pacing and retries. Does not deduplicate or cache.
   * @param query parameters in the order in which they are sent
   * @returns the response body, parsed by `schema`
   * @throws UpstreamError
   */
  get<T>(path: string, query: Readonly<Record<string, string>>, schema: ZodType<T>): Promise<T>
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

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { service, label, transport, pacer, retry, breaker, timer, log, metrics } = options
  const { telemetry = NO_TELEMETRY } = options
  const resting = () =>
    new UpstreamError({ service, failure: 'resting', retryAfterMs: breaker.restMs() || undefined })
  const count = (outcome: string) => metrics?.upstreamRequests.inc({ service: label, outcome })

  /** Whether the breaker admits the request. A request during a trial waits for the outcome of the trial. */
  const admitted = async (): Promise<boolean> => {
    const until = timer.elapsed() + TRIAL_WAIT_MS
    while (!breaker.admit()) {
      const trial = breaker.trial()
      const remainingMs = until - timer.elapsed()
      if (!trial || remainingMs <= 0) return false
      const ended = new AbortController()
      await Promise.race([trial, timer.sleep(remainingMs, ended.signal).catch(() => {})])
      ended.abort()
    }
    return true
  }

  const once = async <T>(address: string, schema: ZodType<T>): Promise<T> => {
    const body = await transport.get(address)
    const parsed = schema.safeParse(body)
    if (parsed.success) return parsed.data
    throw new UpstreamError({ service, failure: 'unreadable', cause: parsed.error })
  }

  return {
    async get(path, query, schema) {
      if (!(await admitted())) {
        count('resting')
        throw resting()
      }
      const address = pathWithQuery(path, query)
      try {
        const answer = await withRetry(retry, timer, async (attempt) => {
          // Other requests may have opened the breaker in the meantime.
          if (attempt > 1 && breaker.state() === 'open') throw resting()
          const work = () =>
            telemetry.span('client', `${label} GET`, { 'url.path': path, 'propsight.attempt': attempt }, () =>
              once(address, schema),
            )
          try {
            const value = await (pacer ? pacer.run(work) : work())
            count('ok')
            return value
          } catch (error) {
            count(error instanceof UpstreamError ? error.failure : 'failed')
            throw error
          }
        })
        breaker.succeeded()
        return answer
      } catch (error) {
        if (!(error instanceof UpstreamError) || error.failure === 'resting') breaker.endWithoutVerdict()
        else if (!error.concernsService) breaker.succeeded()
        else breaker.failed(error.failure === 'refused')
        if (!(error instanceof UpstreamError) || error.concernsService) {
          log.warn({ err: error, service, path }, 'an outside service failed')
        }
        throw error
      }
    },
  }
}
