import type { Timer } from './timer.ts'

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
  let trying = false

  const state = (): BreakerState => {
    if (openUntil === null) return 'closed'
    return timer.now() >= openUntil ? 'half-open' : 'open'
  }
  const open = () => {
    openUntil = timer.now() + Math.min(rule.longestRestMs, rule.restMs * 2 ** rests)
    rests += 1
  }
  return {
    state,
    restMs: () => (openUntil === null ? 0 : Math.max(0, openUntil - timer.now())),
    admit() {
      const now = state()
      if (now === 'closed') return true
      if (now === 'open' || trying) return false
      trying = true
      return true
    },
    succeeded() {
      failures = 0
      rests = 0
      openUntil = null
      trying = false
    },
    failed(atOnce = false) {
      // Calls that were under way when it opened say nothing new.
      if (state() === 'open') return
      const wasTrial = openUntil !== null
      trying = false
      failures += 1
      if (wasTrial || atOnce || failures >= rule.failures) open()
    },
    neither() {
      trying = false
    },
  }
}
