import { createLog, createUpstream, systemTimer, type Upstream } from '@propsight/api/testing'

/** Pauses are as long as they are, over so much; what hangs is given up after so long. */
const FASTER = 50
const LONGEST_CALL_MS = 400
const NO_PAUSE = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }

export interface FastUpstream {
  readonly upstream: Upstream
  /** The outside services' clients see so much time pass: a service that was given a rest is tried again. */
  pass(ms: number): void
}

/** The outside services as an instance calls them, with its retries and rests, but without the waiting. */
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
