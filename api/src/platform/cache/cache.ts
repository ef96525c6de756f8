import { LRUCache } from 'lru-cache'
import { type Ages, type Entry, freshness } from './freshness.ts'

/**
 * The one cache of the API: `lru-cache` with ages, single flight, and old values while a load fails. Not `ttl` and `fetch`
 * of the library: a load in flight is missing in its `keys()` and so cannot be forgotten, and `ttl` starts when a load
 * ends.
 */

interface SingleFlight<T> {
  /**
   * Runs `work`, unless work of the same key is running: then returns its promise.
   * @param work gets a function that tells whether this run was not forgotten meanwhile
   */
  run(key: string, work: (isCurrent: () => boolean) => Promise<T>): Promise<T>
  /** Detaches the runs whose key begins with `prefix`: the next call starts a new one. */
  forget(prefix: string): void
}

/** Single flight within this instance: parallel calls of one key share one run. Failures are not kept. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const inFlight = new Map<string, Promise<T>>()
  return {
    run(key, work) {
      const running = inFlight.get(key)
      if (running) return running
      const isCurrent = () => inFlight.get(key) === flight
      const flight: Promise<T> = work(isCurrent).finally(() => {
        if (isCurrent()) inFlight.delete(key)
      })
      inFlight.set(key, flight)
      return flight
    },
    forget(prefix) {
      for (const key of inFlight.keys()) if (key.startsWith(prefix)) inFlight.delete(key)
    },
  }
}

interface CacheOptions<T> {
  ages: Ages
  /** Clock of the entries' `readAtMs`. */
  now: () => number
  /** Maximum number of entries; the least recently used entry is dropped first. */
  entries: number
  /**
   * Maximum sum of the sizes. Needed where visitors choose the keys: a limit on the number of entries does
   * not limit memory then.
   */
  size?: { max: number; of(value: T): number } | undefined
  /** Whether an old entry may be returned when a load fails with this error. Default: always. */
  mayServeStale?: (error: unknown) => boolean
}

/**
 * How a read ended. `fresh`: from the cache. `grace`: from the cache, with a refresh in the background.
 * `read`: loaded. `stale`: an old entry, because the load failed.
 */
export type CacheOutcome = 'fresh' | 'grace' | 'read' | 'stale'

interface CacheRead<T> extends Entry<T> {
  outcome: CacheOutcome
  /** True if a refresh was due and failed. */
  stale: boolean
}

export interface Cache<T> {
  /**
   * Returns the cached entry or loads it, depending on its age. Parallel reads of a key wait for one load. The
   * load cannot be cancelled.
   * @throws what `load` throws, if no usable entry is cached
   */
  read(key: string, load: () => Promise<Entry<T>>): Promise<CacheRead<T>>
  /** The entry of any age, or undefined. */
  get(key: string): Entry<T> | undefined
  put(key: string, entry: Entry<T>): void
  /** Drops the entries whose key begins with `prefix`. Loads that run at this moment are not cached. */
  forget(prefix: string): void
}

/** The cache in memory: ages, limits of number and size, single flight per key, stale-while-revalidate. */
export function createCache<T>({
  ages,
  now,
  entries,
  size,
  mayServeStale = () => true,
}: CacheOptions<T>): Cache<T> {
  const memory = new LRUCache<string, { entry: Entry<T>; refreshFailed: boolean }>({
    max: entries,
    ...(size && { maxSize: size.max, sizeCalculation: ({ entry }) => Math.max(1, size.of(entry.value)) }),
  })
  const flights = createSingleFlight<Entry<T>>()
  const put = (key: string, entry: Entry<T>): void => {
    memory.set(key, { entry, refreshFailed: false })
  }

  const startLoad = (key: string, load: () => Promise<Entry<T>>) =>
    flights.run(key, async (isCurrent) => {
      try {
        const entry = await load()
        if (isCurrent()) put(key, entry)
        return entry
      } catch (error) {
        const last = memory.peek(key)
        if (last) last.refreshFailed = true
        throw error
      }
    })

  return {
    async read(key, load) {
      const cached = memory.get(key)
      const state = freshness(cached?.entry, ages, now())
      if (cached && state === 'fresh') return { ...cached.entry, outcome: 'fresh', stale: false }
      const flight = startLoad(key, load)
      if (cached && state === 'grace') {
        // Ignored here: the next read of this key reports the failure as `stale`.
        flight.catch(() => undefined)
        return { ...cached.entry, outcome: 'grace', stale: cached.refreshFailed }
      }
      try {
        return { ...(await flight), outcome: 'read', stale: false }
      } catch (error) {
        const last = memory.peek(key)?.entry
        const isUsable = last && mayServeStale(error) && freshness(last, ages, now()) !== 'unusable'
        if (isUsable) return { ...last, outcome: 'stale', stale: true }
        throw error
      }
    },
    get: (key) => memory.get(key)?.entry,
    put,
    forget(prefix) {
      flights.forget(prefix)
      for (const key of [...memory.keys()]) if (key.startsWith(prefix)) memory.delete(key)
    },
  }
}

const FOREVER: Ages = {
  freshMs: Number.POSITIVE_INFINITY,
  graceMs: Number.POSITIVE_INFINITY,
  keepMs: Number.POSITIVE_INFINITY,
}

/**
 * A cache of values that do not age: one load per key. A failed load is not cached.
 * @param entries maximum number of values; the least recently used value is dropped first
 */
export function createLoadOnce<T>(entries: number): (key: string, load: () => Promise<T>) => Promise<T> {
  const cache = createCache<T>({ ages: FOREVER, now: () => 0, entries })
  return async (key, load) =>
    (await cache.read(key, async () => ({ value: await load(), readAtMs: 0 }))).value
}

/**
 * Caches values that are derived from immutable objects. The upstream caches return the same object until it
 * is read again, so a derived value is computed once per object and is freed with it. Returning the same value
 * also lets callers compare it by identity. Per object, the value of the latest inputs is kept.
 * @param derive computes the value; it is called again after it threw
 * @param inputsOf everything besides the source that the value depends on; compared one by one with `===`.
 *   Default: the further arguments
 */
export function deriveOnce<Source extends object, Args extends readonly unknown[], T>(
  derive: (source: Source, ...args: Args) => T,
  inputsOf: (source: Source, ...args: Args) => readonly unknown[] = (_, ...args) => args,
): (source: Source, ...args: Args) => T {
  const cache = new WeakMap<Source, { inputs: readonly unknown[]; value: T }>()
  return (source, ...args) => {
    const inputs = inputsOf(source, ...args)
    const cached = cache.get(source)
    if (cached?.inputs.length === inputs.length && inputs.every((input, at) => input === cached.inputs[at]))
      return cached.value
    const value = derive(source, ...args)
    cache.set(source, { inputs, value })
    return value
  }
}
