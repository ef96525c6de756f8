import { randomUUID } from 'node:crypto'
import type { Timer } from '../timer.ts'

/** Spacing of calls: `subBatch` calls in parallel, a pause, and a longer pause after every `batch` calls. */
export interface PaceRule {
  subBatch: number
  batch: number
  subBatchPauseMs: number
  batchPauseMs: number
}

/**
 * Decides when a call may start. State in memory, or in Redis so that all instances keep one pace together.
 */
export interface Gate {
  /**
   * @returns 0 if the call may start; else milliseconds until the next attempt (Infinity: until another call
   *   ends)
   */
  enter(id: string): Promise<number>
  leave(id: string): Promise<void>
}

/**
 * Pace of one process. Calls of a sub-batch run in parallel. The next sub-batch starts when all of them have
 * ended and the pause is over. After a complete batch the longer pause applies. A quiet time of that length
 * starts a new batch.
 * @param now clock in milliseconds
 */
export function createMemoryGate(rule: PaceRule, now: () => number): Gate {
  const inside = new Set<string>()
  let inBatch = 0
  let inSubBatch = 0
  let lastLeftAt = Number.NEGATIVE_INFINITY

  return {
    async enter(id) {
      const quietMs = now() - lastLeftAt
      if (inside.size === 0 && quietMs >= rule.batchPauseMs) {
        inBatch = 0
        inSubBatch = 0
      }
      const batchIsFull = inBatch >= rule.batch
      if (batchIsFull || inSubBatch >= rule.subBatch) {
        if (inside.size > 0) return Number.POSITIVE_INFINITY
        const pauseMs = batchIsFull ? rule.batchPauseMs : rule.subBatchPauseMs
        if (quietMs < pauseMs) return pauseMs - quietMs
        inSubBatch = 0
        if (batchIsFull) inBatch = 0
      }
      inBatch += 1
      inSubBatch += 1
      inside.add(id)
      return 0
    },
    async leave(id) {
      if (inside.delete(id)) lastLeftAt = now()
    },
  }
}

export interface Pacer {
  /**
   * Runs the work when the gate admits it, first come first served.
   * @param turn 'last' gives priority to all work with 'next', also to later work
   */
  run<T>(work: () => Promise<T>, turn?: 'next' | 'last'): Promise<T>
  close(): void
}

interface Waiting {
  go(id: string): void
  stop(error: Error): void
}

/** Queues work in front of a gate. */
export function createPacer(gate: Gate, timer: Timer): Pacer {
  const queues: Record<'next' | 'last', Waiting[]> = { next: [], last: [] }
  const hasWaiting = () => queues.next.length + queues.last.length > 0
  const stopAll = (error: Error) => {
    for (const queue of Object.values(queues)) for (const { stop } of queue.splice(0)) stop(error)
  }
  const closing = new AbortController()
  let callEnded = new AbortController()
  let pumping = false

  const pause = async (ms: number) => {
    const until = AbortSignal.any([callEnded.signal, closing.signal])
    if (until.aborted) return
    if (Number.isFinite(ms)) return timer.sleep(ms, until).catch(() => undefined)
    await new Promise<void>((resolve) => until.addEventListener('abort', () => resolve(), { once: true }))
  }
  const pump = async () => {
    if (pumping) return
    pumping = true
    try {
      while (hasWaiting()) {
        callEnded = new AbortController()
        const id = randomUUID()
        const wait = await gate.enter(id)
        if (wait > 0) await pause(wait)
        else {
          const next = queues.next.shift() ?? queues.last.shift()
          if (next) next.go(id)
          else await gate.leave(id)
        }
      }
    } finally {
      pumping = false
    }
  }

  return {
    async run(work, place = 'next') {
      if (closing.signal.aborted) throw new Error('the pacer is closed')
      const turn = Promise.withResolvers<string>()
      queues[place].push({ go: turn.resolve, stop: turn.reject })
      pump().catch((error: unknown) => stopAll(error instanceof Error ? error : new Error(String(error))))
      const id = await turn.promise
      try {
        return await work()
      } finally {
        await gate.leave(id)
        callEnded.abort()
      }
    },
    close() {
      stopAll(new Error('the pacer is closed'))
      closing.abort()
    },
  }
}
