import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** Rounds of the event loop for everybody else after each chunk: a call of the data service takes some dozens of them. */
const ROUNDS = 6

/**
 * Lets many streams in a chunk at a time, one after the other: read as fast as they arrive, ten uploads fill every round
 * of the event loop, and whoever waits for one gets his turn late.
 * @returns hands the stream's chunks to `take` until it ends; a stream without data holds up no other
 */
export function createTrickle(): (stream: Readable, take: (chunk: Buffer) => void) => void {
  const waiting: Readable[] = []
  let flowing = false
  const flow = async () => {
    if (flowing) return
    flowing = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      next.resume()
      for (let round = 0; round < ROUNDS; round += 1) await setImmediate()
    }
    flowing = false
  }
  return (stream, take) => {
    stream.on('data', (chunk: Buffer) => {
      stream.pause()
      waiting.push(stream)
      void flow()
      take(chunk)
    })
  }
}
