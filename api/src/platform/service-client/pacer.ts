import { randomUUID } from 'node:crypto'
import type { Timer } from '../timer.ts'
import type { Gate } from './pace.ts'

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
  const someoneWaits = () => queues.next.length + queues.last.length > 0
  const stopAll = (error: Error) => {
    for (const queue of Object.values(queues)) for (const { stop } of queue.splice(0)) stop(error)
  }
  const closing = new AbortController()
  let someoneLeft = new AbortController()
  let pumping = false

  const pause = async (ms: number) => {
    const until = AbortSignal.any([someoneLeft.signal, closing.signal])
    if (until.aborted) return
    if (Number.isFinite(ms)) return timer.sleep(ms, until).catch(() => undefined)
    await new Promise<void>((resolve) => until.addEventListener('abort', () => resolve(), { once: true }))
  }
  const pump = async () => {
    if (pumping) return
    pumping = true
    try {
      while (someoneWaits()) {
        someoneLeft = new AbortController()
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
        someoneLeft.abort()
      }
    },
    close() {
      stopAll(new Error('the pacer is closed'))
      closing.abort()
    },
  }
}
