import type { Ages } from '../../sources/constants.ts'
import type { Timer } from '../timer.ts'
import { freshness, readOf } from './freshness.ts'
import type { CacheStore, Entry } from './cache-store.ts'
import { flyOnce } from './single-flight-leases.ts'
import type { Read } from './read.ts'

interface ReadThroughOptions<T> {
  store: CacheStore<T>
  ages: Ages
  timer: Timer
}

export interface ReadThrough<T> {
  /**
   * Returns the cached value or loads it. Concurrent reads of a key, also those of other instances that share
   * the store, wait for one load. The load cannot be cancelled.
   * @throws what `load` throws, if no usable entry is cached
   */
  read(key: string, load: () => Promise<T>): Promise<Read<T>>
}

/** Maximum number of keys remembered as failed. Forgetting one only omits the `stale` mark of its entry. */
const MOST_FAILURES = 1_000

/** Read-through cache with single flight per key, stale-while-revalidate, and the age of each value. */
export function createReadThrough<T>({ store, ages, timer }: ReadThroughOptions<T>): ReadThrough<T> {
  const flights = new Map<string, Promise<Entry<T>>>()
  const failedKeys = new Set<string>()

  const fly = (key: string, load: () => Promise<T>): Promise<Entry<T>> => {
    const flying = flights.get(key)
    if (flying) return flying
    const flight = (async () => {
      try {
        const look = async () => {
          const shared = await store.fetch(key)
          return freshness(shared, ages, timer.now()) === 'fresh' ? shared : undefined
        }
        const shared = await look()
        if (shared) return shared
        const entry = await flyOnce(store.leases, key, look, async () => {
          const read = { value: await load(), readAtMs: timer.now() }
          store.put(key, read)
          return read
        })
        failedKeys.delete(key)
        return entry
      } catch (error) {
        failedKeys.delete(key)
        failedKeys.add(key)
        const [oldest] = failedKeys
        if (failedKeys.size > MOST_FAILURES && oldest !== undefined) failedKeys.delete(oldest)
        throw error
      } finally {
        flights.delete(key)
      }
    })()
    flights.set(key, flight)
    return flight
  }

  return {
    async read(key, load) {
      const entry = store.peek(key)
      const state = freshness(entry, ages, timer.now())
      if (entry && state === 'fresh') {
        store.count('fresh')
        return readOf(entry, timer.now(), false)
      }
      const flight = fly(key, load)
      if (entry && state === 'grace') {
        // Ignored here: the next read of this key reports the failure as `stale`.
        flight.catch(() => undefined)
        store.count('grace')
        return readOf(entry, timer.now(), failedKeys.has(key))
      }
      try {
        const read = readOf(await flight, timer.now(), false)
        store.count('read')
        return read
      } catch (error) {
        const last = store.peek(key)
        const bridged = last && freshness(last, ages, timer.now()) !== 'gone' ? last : null
        store.count(bridged ? 'stale' : 'failed')
        if (bridged) return readOf(bridged, timer.now(), true)
        throw error
      }
    },
  }
}
