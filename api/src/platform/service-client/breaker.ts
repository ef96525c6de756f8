import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  type IBackoff,
  type IHalfOpenAfterBackoffContext,
} from 'cockatiel'
import type { Timer } from '../timer.ts'

/**
 * `closed`: calls are made. `open`: calls are refused. `half-open`: one trial call at a time is made.
 */
export type BreakerState = 'closed' | 'half-open' | 'open'

export interface BreakerRule {
  /** Consecutive failures that open the breaker. */
  failures: number
  /** How long the breaker stays open at first; doubled after each failed trial up to `maxRestMs`. */
  restMs: number
  maxRestMs: number
}

/**
 * What a call says about its service. `works`: the service answered, possibly with an error that concerns the
 * call only. `fails` counts as a failure. `refuses` opens the breaker at once, because a repetition would not
 * change it. `unknown`: the call ended without information about the service.
 */
export type Verdict = 'works' | 'fails' | 'refuses' | 'unknown'

export interface Breaker {
  state(): BreakerState
  /** Milliseconds until the next trial; 0 if calls are made or tried now. */
  restMs(): number
  /**
   * Makes the call unless the breaker is open. A call during a trial waits for the outcome of the trial.
   * @param verdictOf judges the error of the call
   * @throws the breaker-open error if the call is not made, otherwise the error of the call
   */
  run<T>(call: () => Promise<T>, verdictOf: (error: unknown) => Verdict): Promise<T>
}

interface BreakerOptions {
  rule: BreakerRule
  timer: Timer
  /**
   * How long calls wait for a trial before they are refused; 0 refuses them at once. A trial without a
   * response must not block the other calls longer.
   */
  trialWaitMs: number
  /** Creates the error of a call that is not made. @param restMs milliseconds until the next trial, or 0 */
  breakerOpenError(restMs: number): Error
}

/** The verdict that cockatiel counts as a failure. */
const verdictIn = (reason: CircuitBreakerPolicy['lastFailure']) =>
  reason && 'value' in reason ? (reason.value as Verdict) : 'unknown'

/** How long the breaker stays open. The clock is monotonic: that of cockatiel may be set back by hours. */
function createRest(rule: BreakerRule, timer: Timer) {
  let rests = 0
  let openUntil = 0
  const remainingMs = () => Math.max(0, openUntil - timer.elapsed())
  const backoff: IBackoff<IHalfOpenAfterBackoffContext> = {
    // Compared with the time since opening by the wall clock, which must not decide.
    get duration() {
      return remainingMs() > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    },
    next({ result }) {
      // After a trial without a verdict the next call is the next trial.
      if (verdictIn(result) !== 'unknown') {
        openUntil = timer.elapsed() + Math.min(rule.maxRestMs, rule.restMs * 2 ** rests)
        rests += 1
      }
      return backoff
    },
  }
  const reset = () => {
    rests = 0
  }
  return { backoff, remainingMs, reset }
}

/**
 * Circuit breaker: stops calls to a service that keeps failing, and closes again after a successful trial.
 * cockatiel keeps the state; this module adds the verdicts, the limited wait for a trial, and a monotonic
 * clock.
 */
export function createBreaker({ rule, timer, trialWaitMs, breakerOpenError }: BreakerOptions): Breaker {
  const rest = createRest(rule, timer)
  const consecutive = new ConsecutiveBreaker(rule.failures)
  const policy: CircuitBreakerPolicy = circuitBreaker(
    handleWhenResult((verdict) => verdict !== 'works'),
    {
      halfOpenAfter: rest.backoff,
      breaker: {
        state: null,
        success: () => consecutive.success(),
        failure() {
          const verdict = verdictIn(policy.lastFailure)
          return verdict !== 'unknown' && (consecutive.failure() || verdict === 'refuses')
        },
      },
    },
  )
  policy.onReset(rest.reset)
  const state = (): BreakerState => {
    if (policy.state === CircuitState.Closed) return 'closed'
    return rest.remainingMs() > 0 ? 'open' : 'half-open'
  }
  const restMs = () => (state() === 'open' ? rest.remainingMs() : 0)

  return {
    state,
    restMs,
    async run<T>(call: () => Promise<T>, verdictOf: (error: unknown) => Verdict): Promise<T> {
      const work: { result?: Promise<T>; abandoned?: boolean } = {}
      const decided = new AbortController()
      const verdict = policy.execute(async (): Promise<Verdict> => {
        if (work.abandoned) return 'unknown'
        work.result = call()
        decided.abort()
        return work.result.then(() => 'works', verdictOf)
      })
      verdict.catch(() => decided.abort())
      // The policy begins an admitted call synchronously.
      if (!work.result && policy.state === CircuitState.HalfOpen && trialWaitMs > 0) {
        await timer.sleep(trialWaitMs, decided.signal).catch(() => undefined)
      }
      if (!work.result) {
        work.abandoned = true
        throw breakerOpenError(restMs())
      }
      // A request sent before the breaker opened succeeded, so close it. cockatiel closes only after a trial;
      // ending an isolation closes it, too.
      if ((await verdict) === 'works' && policy.state !== CircuitState.Closed) policy.isolate().dispose()
      return work.result
    },
  }
}
