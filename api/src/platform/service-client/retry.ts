import type { Timer } from '../timer.ts'
import { UpstreamError } from './upstream-error.ts'

export interface RetryPolicy {
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
export function backoffMs(
  policy: RetryPolicy,
  attempt: number,
  random: number,
  retryAfterMs: number | undefined,
): number {
  const grown = Math.min(policy.capMs, policy.startMs * policy.growth ** (attempt - 1))
  return Math.max(grown + random * policy.jitterMs, retryAfterMs ?? 0)
}

/**
 * Repeats a call until it succeeds, the policy is exhausted, or a retry cannot help.
 * @param call receives the number of the attempt, starting with 1
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
      const isTransient = error instanceof UpstreamError && error.isTransient
      if (!isTransient || attempt >= policy.attempts) throw error
      if ((error.retryAfterMs ?? 0) > policy.maxRetryAfterMs) throw error
      await timer.sleep(backoffMs(policy, attempt, timer.random(), error.retryAfterMs), signal)
    }
  }
}
