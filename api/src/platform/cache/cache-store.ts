import { CacheableMemory } from 'cacheable'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Metrics } from '../metrics.ts'
import type { RedisClient } from '../redis.ts'
import { createSingleFlightLeases, type SingleFlightLeases } from './single-flight-leases.ts'

interface Budget {
  /** Adds or replaces the size of a key, then evicts the least recently used keys until the budget is met. */
  add(key: string, size: number): void
  /** Marks the key as the most recently used one. */
  use(key: string): void
}

/**
 * LRU bookkeeping that bounds both the number of keys and the sum of their sizes.
 * @param drop evicts a key from the cache; also called for the key just added when it alone exceeds the
 *   budget
 */
export function createLruBudget(maxKeys: number, maxSize: number, drop: (key: string) => void): Budget {
  // Least recently used first.
  const sizes = new Map<string, number>()
  let total = 0
  const forget = (key: string) => {
    total -= sizes.get(key) ?? 0
    sizes.delete(key)
  }
  return {
    add(key, size) {
      forget(key)
      sizes.set(key, size)
      total += size
      for (const oldest of sizes.keys()) {
        if (total <= maxSize && sizes.size <= maxKeys) break
        forget(oldest)
        drop(oldest)
      }
    },
    use(key) {
      const size = sizes.get(key)
      if (size === undefined) return
      sizes.delete(key)
      sizes.set(key, size)
    },
  }
}

/** A cached response and the time at which the service sent it, in milliseconds since the epoch. */
export interface Entry<T> {
  value: T
  readAtMs: number
}

interface CacheStoreOptions<T> {
  /**
   * Prefix that separates the keys of several stores. Ends in `:<version>` when the stored format has
   * versions.
   */
  name: string
  /** Checks values read from Redis, which may have been written by another release. */
  schema: z.ZodType<T>
  /** Maximum number of entries in memory; the least recently used entry is dropped first. */
  entries: number
  /**
   * Maximum size of the JSON in memory, in characters. Needed where visitors choose the keys: a limit on the
   * number of entries does not limit memory then.
   */
  memoryChars?: number
  keepMs: number
  redis: RedisClient | null
  log: Logger
  metrics?: Pick<Metrics, 'cacheReads'> | undefined
}

/**
 * How a read ended. `fresh`: from the cache. `grace`: from the cache, with a refresh in the background.
 * `read`: from the service. `stale`: an old entry, because the service failed. `failed`: no value.
 */
export type CacheOutcome = 'fresh' | 'grace' | 'read' | 'stale' | 'failed'

export interface CacheStore<T> {
  /** The entry in memory, or undefined. */
  peek(key: string): Entry<T> | undefined
  /** The entry in Redis, where another instance may have stored a newer one. Never throws. */
  fetch(key: string): Promise<Entry<T> | undefined>
  /** Stores the entry in memory at once, and in Redis asynchronously if it is connected. */
  put(key: string, entry: Entry<T>): void
  /** Single-flight leases: which instance loads which key at the moment. */
  readonly leases: SingleFlightLeases
  /** Counts a read in the metrics. */
  count(outcome: CacheOutcome): void
}

const REDIS_MAX_CHARS = 4 * 1024 * 1024

/** A bounded in-memory cache backed by Redis, through which instances share their entries. */
export function createCacheStore<T>(options: CacheStoreOptions<T>): CacheStore<T> {
  const { name, entries, memoryChars, keepMs, redis, log, metrics } = options
  const memory = new CacheableMemory({ lruSize: entries, ttl: keepMs, useClone: false })
  const stored = z.object({ value: options.schema, readAtMs: z.number() })
  // The metric label omits the version of the stored format.
  const cacheLabel = name.replace(/:\d+$/, '')
  const redisKey = (key: string) => `propsight:cache:${name}:${key}`
  const budget =
    memoryChars === undefined ? null : createLruBudget(entries, memoryChars, (key) => memory.delete(key))
  const store = (key: string, entry: Entry<T>) => {
    memory.set(key, entry)
    budget?.add(key, JSON.stringify(entry.value)?.length ?? 0)
  }

  return {
    leases: createSingleFlightLeases({ redis, name, log }),
    count: (outcome) => metrics?.cacheReads.inc({ cache: cacheLabel, outcome }),
    peek(key) {
      budget?.use(key)
      return memory.get<Entry<T>>(key)
    },
    async fetch(key) {
      if (!redis?.isReady) return undefined
      try {
        const text = await redis.get(redisKey(key))
        if (text === null) return undefined
        const parsed = stored.safeParse(JSON.parse(text))
        if (!parsed.success) return undefined
        const own = memory.get<Entry<T>>(key)
        // An entry read while Redis was unavailable is newer than the one Redis still holds: keep it.
        if (own && own.readAtMs >= parsed.data.readAtMs) return own
        store(key, parsed.data)
        return parsed.data
      } catch (error) {
        log.debug({ err: error, name }, 'the shared cache could not be read')
        return undefined
      }
    },
    put(key, entry) {
      store(key, entry)
      if (!redis?.isReady) return
      const text = JSON.stringify(entry)
      if (text.length > REDIS_MAX_CHARS) return
      redis
        .set(redisKey(key), text, { expiration: { type: 'PX', value: keepMs } })
        .catch((error: unknown) => log.debug({ err: error, name }, 'the shared cache could not be written'))
    },
  }
}
