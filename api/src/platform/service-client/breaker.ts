import type { Timer } from '../timer.ts'

/**
 * `closed`: calls are admitted. `open`: calls are refused. `half-open`: one trial call at a time is admitted.
 */
export type BreakerState = 'closed' | 'half-open' | 'open'

export interface BreakerRule {
  /** Consecutive failures that open the breaker. */
  failures: number
  /** How long the breaker stays open at first; doubled after each failed trial up to `maxRestMs`. */
  restMs: number
  maxRestMs: number
}

export interface Breaker {
  state(): BreakerState
  /** Milliseconds until the next trial is admitted; 0 if calls are admitted now. */
  restMs(): number
  /** Whether the call may be made. In the half-open state one trial is admitted at a time. */
  admit(): boolean
  /** Resolves when the running trial has ended, with any outcome. Null if there is no trial. */
  trial(): Promise<void> | null
  succeeded(): void
  /** @param atOnce opens the breaker at the first failure, for refusals that a repetition would not change */
  failed(atOnce?: boolean): void
  /** The call ended without information about the state of the service. */
  endWithoutVerdict(): void
}

/**
 * Circuit breaker: stops calls to a service that keeps failing, and closes again after a successful trial.
 */
export function createBreaker(rule: BreakerRule, timer: Timer): Breaker {
  let failures = 0
  let rests = 0
  let openUntil: number | null = null
  let trying: PromiseWithResolvers<void> | null = null

  const state = (): BreakerState => {
    if (openUntil === null) return 'closed'
    return timer.elapsed() >= openUntil ? 'half-open' : 'open'
  }
  const open = () => {
    openUntil = timer.elapsed() + Math.min(rule.maxRestMs, rule.restMs * 2 ** rests)
    rests += 1
  }
  const endTrial = () => {
    trying?.resolve()
    trying = null
  }
  return {
    state,
    restMs: () => (openUntil === null ? 0 : Math.max(0, openUntil - timer.elapsed())),
    admit() {
      const now = state()
      if (now === 'closed') return true
      if (now === 'open' || trying) return false
      trying = Promise.withResolvers()
      return true
    },
    trial: () => trying?.promise ?? null,
    succeeded() {
      failures = 0
      rests = 0
      openUntil = null
      endTrial()
    },
    failed(atOnce = false) {
      // Failures of calls that were in flight when the breaker opened are not counted again.
      if (state() === 'open') return
      const wasTrial = openUntil !== null
      failures += 1
      if (wasTrial || atOnce || failures >= rule.failures) open()
      endTrial()
    },
    endWithoutVerdict: endTrial,
  }
}
