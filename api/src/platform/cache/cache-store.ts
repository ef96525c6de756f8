import { CacheableMemory } from 'cacheable'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Metrics } from '../metrics.ts'
import type { RedisClient } from '../redis/redis.ts'
import { createBudget } from './budget.ts'
import { createFlightLeases, type FlightLeases } from './flight-leases.ts'

/** A cached answer and when the service gave it, in milliseconds since the epoch. */
export interface Entry<T> {
  value: T
  readAtMs: number
}

interface CacheStoreOptions<T> {
  /** Keeps the keys of several stores apart; carries a version where the stored form changes. */
  name: string
  /** Of what is stored: Redis may hold what another release wrote. */
  schema: z.ZodType<T>
  /** Entries in memory; the one unused longest is dropped first. */
  entries: number
  /** JSON kept in memory at most, in characters: where visitors choose the keys, a number of entries bounds nothing. */
  memoryChars?: number
  keepMs: number
  redis: RedisClient | null
  log: Logger
  metrics?: Pick<Metrics, 'cacheReads'> | undefined
}

/** How a read ended: at hand, at hand and read again behind it, read, old for want of anything newer, or not at all. */
export type CacheOutcome = 'fresh' | 'grace' | 'read' | 'stale' | 'failed'

export interface CacheStore<T> {
  /** From memory, or undefined. */
  peek(key: string): Entry<T> | undefined
  /** From Redis, where another instance may have written something newer. Never throws. */
  fetch(key: string): Promise<Entry<T> | undefined>
  /** Kept here at once, and in Redis as soon as it answers. */
  put(key: string, entry: Entry<T>): void
  /** Who reads which key now, among the instances that share this store. */
  readonly leases: FlightLeases
  /** Counts a read. */
  count(outcome: CacheOutcome): void
}

const REDIS_MOST_CHARS = 4 * 1024 * 1024

/** A bounded memory with Redis behind it, so that instances share what they read. */
export function createCacheStore<T>(options: CacheStoreOptions<T>): CacheStore<T> {
  const { name, entries, memoryChars, keepMs, redis, log, metrics } = options
  const memory = new CacheableMemory({ lruSize: entries, ttl: keepMs, useClone: false })
  const stored = z.object({ value: options.schema, readAtMs: z.number() })
  // Without the version of the stored form.
  const cacheLabel = name.replace(/:\d+$/, '')
  const redisKey = (key: string) => `propsight:cache:${name}:${key}`
  const budget =
    memoryChars === undefined ? null : createBudget(entries, memoryChars, (key) => memory.delete(key))
  const hold = (key: string, entry: Entry<T>) => {
    memory.set(key, entry)
    budget?.add(key, JSON.stringify(entry.value)?.length ?? 0)
  }

  return {
    leases: createFlightLeases({ redis, name, log }),
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
        // What was read here while Redis was away is not to be lost to what it still holds.
        if (own && own.readAtMs >= parsed.data.readAtMs) return own
        hold(key, parsed.data)
        return parsed.data
      } catch (error) {
        log.debug({ err: error, name }, 'the shared cache could not be read')
        return undefined
      }
    },
    put(key, entry) {
      hold(key, entry)
      if (!redis?.isReady) return
      const text = JSON.stringify(entry)
      if (text.length > REDIS_MOST_CHARS) return
      redis
        .set(redisKey(key), text, { expiration: { type: 'PX', value: keepMs } })
        .catch((error: unknown) => log.debug({ err: error, name }, 'the shared cache could not be written'))
    },
  }
}
