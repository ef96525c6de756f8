import { createLog, createUpstream, systemTimer, type Upstream } from '@propsight/api/testing'

/** Divides all pauses. */
const FASTER = 50
/** Timeout of one upstream request. */
const LONGEST_CALL_MS = 400
const NO_PAUSE = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }

export interface FastUpstream {
  readonly upstream: Upstream
  /** Advances the clock of the upstream clients, for example past the open time of a circuit breaker. */
  pass(ms: number): void
}

/**
 * Creates the upstream clients of an instance, with their retries and circuit breakers but shortened waiting
 * times.
 */
export function fastUpstream(
  urls: { stats: string; lines: string; weather: string },
  longestCallMs = LONGEST_CALL_MS,
): FastUpstream {
  let passed = 0
  const upstream = createUpstream({
    ...{ statsUrl: urls.stats, linesUrl: urls.lines, weatherUrl: urls.weather },
    redis: null,
    log: createLog('silent'),
    pacing: NO_PAUSE,
    longestCallMs,
    timer: {
      now: () => systemTimer.now() + passed,
      elapsed: () => systemTimer.elapsed() + passed,
      sleep: (ms, signal) => systemTimer.sleep(ms / FASTER, signal),
      random: systemTimer.random,
    },
  })
  return {
    upstream,
    pass: (ms) => {
      passed += ms
    },
  }
}
