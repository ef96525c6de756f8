import type { Logger } from 'pino'
import * as z from 'zod'
import type { Metrics } from '../metrics.ts'
import type { RedisClient } from '../redis.ts'
import type { Timer } from '../timer.ts'
import { createCache } from './cache.ts'
import { type Ages, type Entry, freshness, type Read, toRead } from './freshness.ts'
import {
  createSingleFlightLeases,
  loadOnceAcrossInstances,
  type SingleFlightLeases,
} from './single-flight-leases.ts'

interface ReadThroughOptions<T> {
  /**
   * Prefix that separates the keys of several caches. Ends in `:<version>` when the stored format has
   * versions.
   */
  name: string
  /** Checks values read from Redis, which may have been written by another release. */
  schema: z.ZodType<T>
  ages: Ages
  /** Maximum number of entries in memory. */
  entries: number
  /** Maximum size of the JSON in memory, in characters. Needed where visitors choose the keys. */
  memoryChars?: number
  timer: Timer
  redis: RedisClient | null
  log: Logger
  metrics?: Pick<Metrics, 'cacheReads'> | undefined
}

export interface ReadThrough<T> {
  /**
   * Returns the cached value or loads it. Concurrent reads of a key, also those of other instances that share
   * the cache, wait for one load. The load cannot be cancelled.
   * @throws what `load` throws, if no usable entry is cached
   */
  read(key: string, load: () => Promise<T>): Promise<Read<T>>
  /** The entry in memory, of any age, or undefined. */
  get(key: string): Entry<T> | undefined
  /** The entry in Redis, where another instance may have stored a newer one. Never throws. */
  fetch(key: string): Promise<Entry<T> | undefined>
  /** Stores the entry in memory at once, and in Redis asynchronously if it is connected. */
  put(key: string, entry: Entry<T>): void
  /** Single-flight leases: which instance loads which key at the moment. */
  readonly leases: SingleFlightLeases
}

const REDIS_MAX_CHARS = 4 * 1024 * 1024

const lengthAsJson = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** The entries of a cache in Redis. Failures are logged only: each instance also works without Redis. */
function createSharedEntries<T>({ name, schema, ages, redis, log }: ReadThroughOptions<T>) {
  const stored = z.object({ value: schema, readAtMs: z.number() })
  const redisKey = (key: string) => `propsight:cache:${name}:${key}`
  return {
    async read(key: string): Promise<Entry<T> | undefined> {
      if (!redis?.isReady) return undefined
      try {
        const text = await redis.get(redisKey(key))
        return text === null ? undefined : stored.safeParse(JSON.parse(text)).data
      } catch (error) {
        log.debug({ err: error, name }, 'the shared cache could not be read')
        return undefined
      }
    },
    write(key: string, entry: Entry<T>): void {
      if (!redis?.isReady) return
      const text = JSON.stringify(entry)
      if (text.length > REDIS_MAX_CHARS) return
      redis
        .set(redisKey(key), text, { expiration: { type: 'PX', value: ages.keepMs } })
        .catch((error: unknown) => log.debug({ err: error, name }, 'the shared cache could not be written'))
    },
  }
}

/**
 * Read-through cache of an upstream service: a cache in memory, backed by Redis, through which instances share
 * their entries and their loads. Gives the age of each value.
 */
export function createReadThrough<T>(options: ReadThroughOptions<T>): ReadThrough<T> {
  const { name, ages, entries, memoryChars, timer, redis, log, metrics } = options
  const memory = createCache<T>({
    ages,
    now: timer.now,
    entries,
    size: memoryChars === undefined ? undefined : { max: memoryChars, of: lengthAsJson },
  })
  const shared = createSharedEntries(options)
  const leases = createSingleFlightLeases({ redis, name, log })
  // The metric label omits the version of the stored format.
  const cacheLabel = name.replace(/:\d+$/, '')
  const count = (outcome: string) => metrics?.cacheReads.inc({ cache: cacheLabel, outcome })

  const fetch = async (key: string): Promise<Entry<T> | undefined> => {
    const entry = await shared.read(key)
    if (!entry) return undefined
    const own = memory.get(key)
    // An entry read while Redis was unavailable is newer than the one Redis still holds: keep it.
    if (own && own.readAtMs >= entry.readAtMs) return own
    memory.put(key, entry)
    return entry
  }
  const readFresh = async (key: string) => {
    const entry = await fetch(key)
    return freshness(entry, ages, timer.now()) === 'fresh' ? entry : undefined
  }
  const loadEntry = async (key: string, load: () => Promise<T>): Promise<Entry<T>> =>
    (await readFresh(key)) ??
    loadOnceAcrossInstances(
      leases,
      key,
      () => readFresh(key),
      async () => {
        const entry = { value: await load(), readAtMs: timer.now() }
        shared.write(key, entry)
        return entry
      },
    )

  return {
    async read(key, load) {
      try {
        const { outcome, stale, ...entry } = await memory.read(key, () => loadEntry(key, load))
        count(outcome)
        return toRead(entry, timer.now(), stale)
      } catch (error) {
        count('failed')
        throw error
      }
    },
    get: memory.get,
    fetch,
    put(key, entry) {
      memory.put(key, entry)
      shared.write(key, entry)
    },
    leases,
  }
}
