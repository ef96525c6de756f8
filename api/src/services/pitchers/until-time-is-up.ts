import { inTime } from '../board/forecast/in-time.ts'

/**
 * The items that come within `ms` from now; what comes later is nobody's.
 * @throws what the source throws in time
 */
export async function* untilTimeIsUp<T>(items: AsyncIterable<T>, ms: number): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  const endsAt = performance.now() + ms
  for (;;) {
    const next = await inTime(iterator.next(), Math.max(0, endsAt - performance.now()))
    if (!next || next.done) return
    yield next.value
  }
}
