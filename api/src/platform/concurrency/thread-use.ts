import { type EventLoopUtilization, performance } from 'node:perf_hooks'

const TICK_MS = 250
/** Of the measure, the share that each new span has: one quiet moment in a crowd is no sign that it has gone. */
const FRESH_SHARE = 0.3

export interface ThreadUse {
  /** Share of the last second or so in which this thread had something to do: from 0 to 1. */
  use(): number
  stop(): void
}

/**
 * Measures how busy this thread is. Delay of the event loop would not do: work that is cut into short pieces keeps it
 * low however much of it waits.
 * @param onTick after each measurement, with the seconds since the last one
 */
export function watchThread(onTick: (seconds: number) => void = () => {}): ThreadUse {
  let last: EventLoopUtilization = performance.eventLoopUtilization()
  let at = performance.now()
  let use = 0
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    use += FRESH_SHARE * (performance.eventLoopUtilization(now, last).utilization - use)
    last = now
    const seconds = (performance.now() - at) / 1_000
    at = performance.now()
    onTick(seconds)
  }, TICK_MS)
  // Whoever has nothing else to do may end.
  timer.unref()
  return { use: () => use, stop: () => clearInterval(timer) }
}
