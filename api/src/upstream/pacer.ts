import { randomUUID } from 'node:crypto'
import type { Gate } from './pace.ts'
import type { Timer } from './timer.ts'

export interface Pacer {
  /** Waits for its turn, first come first served, and runs the work inside the gate. */
  run<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

interface Waiting {
  go(id: string): void
  stop(error: Error): void
}

/** Sends work through a gate in the order in which it came. */
export function createPacer(gate: Gate, timer: Timer): Pacer {
  const queue: Waiting[] = []
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
      while (queue.length > 0) {
        someoneLeft = new AbortController()
        const id = randomUUID()
        const wait = await gate.enter(id)
        if (wait > 0) await pause(wait)
        else {
          const next = queue.shift()
          if (next) next.go(id)
          else await gate.leave(id)
        }
      }
    } finally {
      pumping = false
    }
  }

  return {
    async run(work) {
      if (closing.signal.aborted) throw new Error('the pacer is closed')
      const turn = Promise.withResolvers<string>()
      queue.push({ go: turn.resolve, stop: turn.reject })
      pump().catch((error: unknown) => {
        for (const { stop } of queue.splice(0))
          stop(error instanceof Error ? error : new Error(String(error)))
      })
      const id = await turn.promise
      try {
        return await work()
      } finally {
        await gate.leave(id)
        someoneLeft.abort()
      }
    },
    close() {
      for (const { stop } of queue.splice(0)) stop(new Error('the pacer is closed'))
      closing.abort()
    },
  }
}
