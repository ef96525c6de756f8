import { withTimeout } from '../../platform/concurrency/with-timeout.ts'

/**
 * Yields the items that arrive within `ms` milliseconds from now; later items are ignored.
 * @throws what the source throws within that time
 */
export async function* untilTimeIsUp<T>(items: AsyncIterable<T>, ms: number): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  const endsAt = performance.now() + ms
  for (;;) {
    const next = await withTimeout(iterator.next(), Math.max(0, endsAt - performance.now()))
    if (!next || next.done) return
    yield next.value
  }
}
