import type { Timer } from '../timer.ts'
import type { CacheStore, Entry } from './cache-store.ts'
import { type Ages, freshness, type Read, toRead } from './freshness.ts'
import { loadOnceAcrossInstances } from './single-flight-leases.ts'

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
const MAX_FAILED_KEYS = 1_000

/** Read-through cache with single flight per key, stale-while-revalidate, and the age of each value. */
export function createReadThrough<T>({ store, ages, timer }: ReadThroughOptions<T>): ReadThrough<T> {
  const inFlight = new Map<string, Promise<Entry<T>>>()
  const failedKeys = new Set<string>()

  const loadEntry = async (key: string, load: () => Promise<T>): Promise<Entry<T>> => {
    try {
      const readShared = async () => {
        const shared = await store.fetch(key)
        return freshness(shared, ages, timer.now()) === 'fresh' ? shared : undefined
      }
      const shared = await readShared()
      if (shared) return shared
      const entry = await loadOnceAcrossInstances(store.leases, key, readShared, async () => {
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
      if (failedKeys.size > MAX_FAILED_KEYS && oldest !== undefined) failedKeys.delete(oldest)
      throw error
    } finally {
      inFlight.delete(key)
    }
  }
  const startLoad = (key: string, load: () => Promise<T>): Promise<Entry<T>> => {
    const running = inFlight.get(key)
    if (running) return running
    const flight = loadEntry(key, load)
    inFlight.set(key, flight)
    return flight
  }

  return {
    async read(key, load) {
      const entry = store.peek(key)
      const state = freshness(entry, ages, timer.now())
      if (entry && state === 'fresh') {
        store.count('fresh')
        return toRead(entry, timer.now(), false)
      }
      const flight = startLoad(key, load)
      if (entry && state === 'grace') {
        // Ignored here: the next read of this key reports the failure as `stale`.
        flight.catch(() => undefined)
        store.count('grace')
        return toRead(entry, timer.now(), failedKeys.has(key))
      }
      try {
        const read = toRead(await flight, timer.now(), false)
        store.count('read')
        return read
      } catch (error) {
        const last = store.peek(key)
        const staleEntry = last && freshness(last, ages, timer.now()) !== 'unusable' ? last : null
        store.count(staleEntry ? 'stale' : 'failed')
        if (staleEntry) return toRead(staleEntry, timer.now(), true)
        throw error
      }
    },
  }
}
