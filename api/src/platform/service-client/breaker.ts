import type { Timer } from '../timer.ts'

/** Whether calls are let through: an open breaker refuses at once, and closes by itself after a good trial. */
export type BreakerState = 'closed' | 'half-open' | 'open'

export interface BreakerRule {
  /** Failures in a row that open it. */
  failures: number
  /** First rest; doubled after each failed trial up to `longestRestMs`. */
  restMs: number
  longestRestMs: number
}

export interface Breaker {
  state(): BreakerState
  /** Milliseconds until the next trial is let through; 0 where calls are let through. */
  restMs(): number
  /** Takes a place, or says no. In half-open one trial is let through at a time. */
  admit(): boolean
  /** Resolves when the trial under way has ended, however it did; null where there is none. */
  trial(): Promise<void> | null
  succeeded(): void
  /** @param atOnce opens without waiting for more failures: a refusal will not go away by asking again */
  failed(atOnce?: boolean): void
  /** The call ended without saying anything about the service. */
  neither(): void
}

/** Stops calling a service that keeps failing, and closes by itself once a trial works. */
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
    openUntil = timer.elapsed() + Math.min(rule.longestRestMs, rule.restMs * 2 ** rests)
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
      // Calls that were under way when it opened say nothing new.
      if (state() === 'open') return
      const wasTrial = openUntil !== null
      failures += 1
      if (wasTrial || atOnce || failures >= rule.failures) open()
      endTrial()
    },
    neither: endTrial,
  }
}
