import { type EventLoopUtilization, performance } from 'node:perf_hooks'

const TICK_MS = 250
/**
 * Weight of a new measurement in the moving average. One quiet interval under load must not end the overload
 * state.
 */
const FRESH_SHARE = 0.3

export interface ThreadUse {
  /** Share of about the last second in which the event loop of this thread was active, from 0 to 1. */
  use(): number
  stop(): void
}

/**
 * Measures the event loop utilization of this thread. The delay of the event loop is no substitute: work in
 * short slices keeps the delay low no matter how much work is waiting.
 * @param onTick called after each measurement with the seconds since the previous one
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
  // The timer must not keep the process alive.
  timer.unref()
  return { use: () => use, stop: () => clearInterval(timer) }
}
