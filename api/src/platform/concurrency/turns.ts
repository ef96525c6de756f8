import { setImmediate } from 'node:timers/promises'

/** How long pieces of work run before the rest of the process gets its turn. */
const SLICE_MS = 8
/** Rounds of the event loop that it then gets: a call of the data service takes some dozens of them. */
const ROUNDS = 3

/** Shares one thread among those who have much to do: their work is cut into pieces, and done between everybody else's. */
export interface Turns {
  /** Someone who will have pieces of work. Who joined first is served first. */
  join(): {
    /** Runs a piece, a synchronous one, when it is its turn. @throws what the piece throws */
    run<T>(piece: () => T): Promise<T>
  }
}

interface Waiting {
  place: number
  go(): void
}

/** @param sliceMs longest stretch of pieces without a break, in milliseconds; a single piece may take longer */
export function createTurns(sliceMs = SLICE_MS): Turns {
  const waiting: Waiting[] = []
  let joined = 0
  let serving = false
  /** Since the last break, and not since this line formed: someone alone leaves it empty between two of his pieces. */
  let begun = performance.now()

  const next = (): Waiting | undefined => {
    let first = 0
    for (let at = 1; at < waiting.length; at += 1) {
      if ((waiting[at]?.place ?? 0) < (waiting[first]?.place ?? 0)) first = at
    }
    return waiting.splice(first, 1)[0]
  }
  const serve = async () => {
    if (serving) return
    serving = true
    while (waiting.length > 0) {
      next()?.go()
      // What the piece set off comes to its own next piece before the first in line is chosen again.
      await Promise.resolve()
      if (performance.now() - begun < sliceMs) continue
      for (let round = 0; round < ROUNDS; round += 1) await setImmediate()
      begun = performance.now()
    }
    serving = false
  }
  return {
    join: () => {
      const place = joined
      joined += 1
      return {
        run: (piece) =>
          new Promise((done, failed) => {
            waiting.push({
              place,
              go: () => {
                try {
                  done(piece())
                } catch (error) {
                  failed(error)
                }
              },
            })
            void serve()
          }),
      }
    },
  }
}
