import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import PQueue from 'p-queue'

/** How long slices run before other requests get the event loop. */
const SLICES_MS = 8
/** Rounds of the event loop per yield. A call of the data service takes some dozens of them. */
const ROUNDS_PER_YIELD = 3

/** Lets other work run for this many rounds of the event loop. */
export async function yieldRounds(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await setImmediate()
}

/** Processor time that the work of a request has used, in milliseconds. */
export interface WorkMeter {
  ms: number
  /**
   * The share of an account's budget that the request has used; above a quarter, with what the account used before.
   * Slices of a smaller one run first.
   */
  readonly used: number
}
const meters = new AsyncLocalStorage<WorkMeter>()

/** Runs work whose slices, and other measured parts, count on `meter`. */
export const meterWork = <T>(meter: WorkMeter, work: () => T): T => meters.run(meter, work)

/** Counts processor time that the current work has used outside of slices. */
export function countWork(ms: number): void {
  const meter = meters.getStore()
  if (meter) meter.ms += ms
}

const slices = new PQueue({ concurrency: 1 })
let yieldedAt = performance.now()

/**
 * Runs one synchronous slice of a long job. The slices of all jobs run in the order of their calls, those of accounts that
 * have used less before others, with a yield to the event loop every eight milliseconds, so that a hundred parallel jobs
 * delay a short request no longer than one. The processor time of the slice counts as work of the caller.
 * @throws what the slice throws
 */
export function runSlice<T>(slice: () => T): Promise<T> {
  // The queue may call the slice from the work of another request.
  const meter = meters.getStore()
  const run = async () => {
    if (performance.now() - yieldedAt >= SLICES_MS) {
      await yieldRounds(ROUNDS_PER_YIELD)
      yieldedAt = performance.now()
    }
    const before = process.threadCpuUsage()
    try {
      return slice()
    } finally {
      // Not the time on the clock: a user has not used the processor while other processes of the machine did.
      const { user, system } = process.threadCpuUsage(before)
      if (meter) meter.ms += (user + system) / 1_000
    }
  }
  return slices.add(run, { priority: -(meter?.used ?? 0) }) as Promise<T>
}

/**
 * Calls `work` with each item of a list, a number of them in one slice.
 * @throws what `work` throws; the items behind are skipped
 */
export async function runInSlices<T>(
  items: readonly T[],
  perSlice: number,
  work: (item: T, at: number) => void,
): Promise<void> {
  for (let from = 0; from < items.length; from += perSlice) {
    await runSlice(() => {
      for (const [at, item] of items.slice(from, from + perSlice).entries()) work(item, from + at)
    })
  }
}

/** Elements that are serialized at once: about 2 ms. */
const ELEMENTS_PER_SLICE = 200

/** The JSON of an object, whose lists are serialized in slices. */
export async function jsonInSlices(value: object): Promise<string> {
  const properties: string[] = []
  for (const [name, property] of Object.entries(value)) {
    if (property === undefined) continue
    let json = ''
    if (Array.isArray(property)) {
      const elements: string[] = []
      await runInSlices(property, ELEMENTS_PER_SLICE, (element) => {
        elements.push(JSON.stringify(element) ?? 'null')
      })
      json = `[${elements.join(',')}]`
    } else json = JSON.stringify(property)
    properties.push(`${JSON.stringify(name)}:${json}`)
  }
  return `{${properties.join(',')}}`
}

const TICK_MS = 250
/**
 * Weight of a new measurement in the moving average. One quiet interval under load must not end the overload
 * state.
 */
const USE_SAMPLE_WEIGHT = 0.3

/**
 * Measures the event loop utilization of this thread. The delay of the event loop is not a substitute: work in
 * short slices keeps the delay low no matter how much work is waiting.
 * @param onTick called after each measurement with the seconds since the previous one
 * @returns a function that returns the share of about the last second in which the event loop was active,
 *   from 0 to 1
 */
export function watchEventLoopUse(onTick: (seconds: number) => void): () => number {
  let last = performance.eventLoopUtilization()
  let use = 0
  const measure = () => {
    const now = performance.eventLoopUtilization()
    const { active, idle, utilization } = performance.eventLoopUtilization(now, last)
    last = now
    use += USE_SAMPLE_WEIGHT * (utilization - use)
    onTick((active + idle) / 1_000)
  }
  // The timer must not keep the process alive.
  setInterval(measure, TICK_MS).unref()
  return () => use
}
