import { handleWhen, retry } from 'cockatiel'
import type { Timer } from '../timer.ts'
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
