import { setImmediate } from 'node:timers/promises'

/** How long slices run before the scheduler yields to the event loop. */
const SLICE_MS = 8
/** Rounds of the event loop per yield. A call of the data service takes some dozens of them. */
const ROUNDS_PER_YIELD = 3

/**
 * Cooperative scheduler: long jobs run in synchronous slices, between which the event loop serves other
 * requests.
 */
export interface Scheduler {
  /** Registers a job. Jobs run in the order they were registered. */
  join(): {
    /** Runs one synchronous slice when it is the job's turn. @throws what the slice throws */
    run<T>(slice: () => T): Promise<T>
  }
}

interface Waiting {
  rank: number
  go(): void
}

/** @param sliceMs longest run of slices without a yield, in milliseconds; a single slice may take longer */
export function createScheduler(sliceMs = SLICE_MS): Scheduler {
  const waiting: Waiting[] = []
  let joined = 0
  let serving = false
  /**
   * Time of the last yield, not of the first waiting slice: a single job empties the queue between its
   * slices.
   */
  let lastYieldAt = performance.now()

  const next = (): Waiting | undefined => {
    let first = 0
    for (let at = 1; at < waiting.length; at += 1) {
      if ((waiting[at]?.rank ?? 0) < (waiting[first]?.rank ?? 0)) first = at
    }
    return waiting.splice(first, 1)[0]
  }
  const runSlices = async () => {
    if (serving) return
    serving = true
    while (waiting.length > 0) {
      next()?.go()
      // Lets the finished job queue its next slice before the next slice is chosen.
      await Promise.resolve()
      if (performance.now() - lastYieldAt < sliceMs) continue
      for (let round = 0; round < ROUNDS_PER_YIELD; round += 1) await setImmediate()
      lastYieldAt = performance.now()
    }
    serving = false
  }
  return {
    join: () => {
      const rank = joined
      joined += 1
      return {
        run: (slice) =>
          new Promise((done, failed) => {
            waiting.push({
              rank,
              go: () => {
                try {
                  done(slice())
                } catch (error) {
                  failed(error)
                }
              },
            })
            void runSlices()
          }),
      }
    },
  }
}
