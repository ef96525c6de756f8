import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/**
 * Rounds of the event loop left to other work after each chunk. A call of the data service takes some dozens
 * of them.
 */
const ROUNDS_PER_YIELD = 6

/**
 * Reads uploads round-robin, one chunk each. Ten parallel uploads would otherwise starve the event loop and
 * delay every other request.
 * @returns a function that passes the chunks of a stream to `take` until the stream ends; a stream without
 *   data does not block the rest
 */
export function createRoundRobinReader(): (stream: Readable, take: (chunk: Buffer) => void) => void {
  const waiting: Readable[] = []
  let flowing = false
  const flow = async () => {
    if (flowing) return
    flowing = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      next.resume()
      for (let round = 0; round < ROUNDS_PER_YIELD; round += 1) await setImmediate()
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
