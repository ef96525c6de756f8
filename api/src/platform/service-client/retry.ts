import type { Timer } from '../timer.ts'
import { UpstreamError } from './upstream-error.ts'

export interface RetryPolicy {
  /** Calls in all, the first one included. */
  attempts: number
  startMs: number
  growth: number
  capMs: number
  /** Up to so much is added by chance, so that callers do not come back in step. */
  jitterMs: number
  /** A service that asks for a longer pause than this is left alone instead of waited for. */
  longestRetryAfterMs: number
}

/**
 * Milliseconds to wait after the failed attempt number `attempt` (1 is the first).
 * A longer pause that the service asked for is honoured.
 */
export function backOffMs(
  policy: RetryPolicy,
  attempt: number,
  random: number,
  retryAfterMs: number | undefined,
): number {
  const grown = Math.min(policy.capMs, policy.startMs * policy.growth ** (attempt - 1))
  return Math.max(grown + random * policy.jitterMs, retryAfterMs ?? 0)
}

/**
 * Calls until it works, the policy is used up, or waiting makes no sense.
 * @param call given the attempt's number, beginning with 1
 * @throws what the last attempt threw
 */
export async function withRetry<T>(
  policy: RetryPolicy,
  timer: Timer,
  call: (attempt: number) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call(attempt)
    } catch (error) {
      const passing = error instanceof UpstreamError && error.passing
      if (!passing || attempt >= policy.attempts) throw error
      if ((error.retryAfterMs ?? 0) > policy.longestRetryAfterMs) throw error
      await timer.sleep(backOffMs(policy, attempt, timer.random(), error.retryAfterMs), signal)
    }
  }
}
