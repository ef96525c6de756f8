import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { RedisClient } from '../redis.ts'

/** A lease of a crashed instance expires after this time. Running instances renew theirs well before. */
const LEASE_MS = 5_000
const RENEW_MS = 1_500
const POLL_MS = 40
/**
 * How long a failed load is marked, so that all waiting instances load at once instead of one after another.
 */
const FAILED_MS = 1_000
const FAILED = 'failed'
/**
 * Longer than a slow service with all its retries. After this time a waiting instance loads the value itself.
 */
const MAX_WAIT_MS = 90_000
/** How often an instance waits for loads of other instances that store no usable value. */
const MAX_ROUNDS = 3

const TAKE = `
local taken = {}
for index, key in ipairs(KEYS) do
  if redis.call('SET', key, ARGV[1], 'NX', 'PX', ARGV[2]) then taken[#taken + 1] = index end
end
return taken`
const RENEW = `
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then redis.call('PEXPIRE', key, ARGV[2]) end
end
return 0`
const END = `
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then
    if ARGV[2] == '' then redis.call('DEL', key) else redis.call('SET', key, ARGV[2], 'PX', ARGV[3]) end
  end
end
return 0`

export interface Leases {
  /** The requested keys that no other instance is loading. */
  readonly keys: ReadonlySet<string>
  /** Releases the leases. Call it after the values were put into the shared cache. Never throws. */
  end(settled: boolean): void
}

/** Which instance loads which key. While Redis does not answer, every instance loads for itself. */
export interface SingleFlightLeases {
  /** Takes the leases of those keys that are free. Never throws. */
  take(keys: readonly string[]): Promise<Leases>
  /**
   * Waits until no other instance loads these keys. Never throws.
   * @returns the keys whose load failed or took too long: the caller loads them without a lease
   */
  settled(keys: readonly string[]): Promise<ReadonlySet<string>>
}

interface LeasesOptions {
  redis: RedisClient | null
  /** Name of the cache. */
  name: string
  log: Logger
}

const grantAll = (keys: readonly string[]): Leases => ({ keys: new Set(keys), end: () => {} })

/**
 * Waits until the leases of keys have ended.
 * @param waiting the keys, without those that settle
 * @param failed filled with the keys whose load failed
 * @param readHolders reads the holders of leases: null without a lease, `FAILED` after a failed load
 * @throws Error after `MAX_WAIT_MS`; what `readHolders` throws
 */
async function awaitHolders(
  waiting: Set<string>,
  failed: Set<string>,
  readHolders: (keys: readonly string[]) => Promise<readonly (string | null)[]>,
): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS
  while (waiting.size > 0) {
    await sleep(POLL_MS)
    if (performance.now() > deadline) throw new Error('the wait took too long')
    const keys = [...waiting]
    const holders = await readHolders(keys)
    for (const [index, key] of keys.entries()) {
      const holder = holders[index] ?? null
      if (holder === FAILED) failed.add(key)
      if (holder === null || holder === FAILED) waiting.delete(key)
    }
  }
}

/**
 * Single flight across instances: of several instances that need the same cache key at the same time, one
 * loads it and the rest wait for the result.
 */
export function createSingleFlightLeases({ redis, name, log }: LeasesOptions): SingleFlightLeases {
  // Hash tag in braces: in a Redis cluster all keys of one cache are on the same node.
  const redisKey = (key: string) => `propsight:flight:{${name}}:${key}`

  const run = (script: string, keys: readonly string[], ...args: readonly (string | number)[]) => {
    if (!redis?.isReady) throw new Error('Redis is not connected')
    return redis.eval(script, { keys: keys.map(redisKey), arguments: args.map(String) })
  }
  const holdLeases = (id: string, keys: readonly string[]): Leases => {
    const runQuietly = async (script: string, ...args: (string | number)[]) => {
      try {
        await run(script, keys, id, ...args)
      } catch (error) {
        log.debug({ err: error, name }, 'a lease could not be renewed or released; it will expire')
      }
    }
    const renewing = setInterval(() => void runQuietly(RENEW, LEASE_MS), RENEW_MS).unref()
    return {
      keys: new Set(keys),
      end(settled) {
        clearInterval(renewing)
        void runQuietly(END, settled ? '' : FAILED, FAILED_MS)
      },
    }
  }

  return {
    async take(keys) {
      if (!redis?.isReady || keys.length === 0) return grantAll(keys)
      const id = randomUUID()
      try {
        const taken = (await run(TAKE, keys, id, LEASE_MS)) as number[]
        const granted = keys.filter((_, index) => taken.includes(index + 1))
        return granted.length > 0 ? holdLeases(id, granted) : grantAll([])
      } catch (error) {
        log.debug({ err: error, name }, 'leases could not be taken; loading without them')
        return grantAll(keys)
      }
    },
    async settled(keys) {
      const waiting = new Set(keys)
      const failed = new Set<string>()
      try {
        await awaitHolders(waiting, failed, async (awaited) => {
          if (!redis?.isReady) throw new Error('Redis is not connected')
          return redis.mGet(awaited.map(redisKey))
        })
        return failed
      } catch (error) {
        log.debug({ err: error, name }, 'no longer waiting for another instance')
        return failed.union(waiting)
      }
    },
  }
}

/**
 * Loads one key once over all instances: runs `load`, or waits for the instance that does.
 * @param readShared returns the value of the shared cache if it is fresh
 * @param load loads the value and puts it into the shared cache
 * @throws what `load` throws
 */
export async function loadOnceAcrossInstances<T>(
  leases: SingleFlightLeases,
  key: string,
  readShared: () => Promise<T | undefined>,
  load: () => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round += 1) {
    const lease = await leases.take([key])
    const isGranted = lease.keys.has(key)
    const failed = isGranted ? false : (await leases.settled([key])).has(key)
    // Load without a lease when the holder failed, or when the lease is never granted (always late, or the
    // Redis key holds something that is not a lease).
    const mustLoad = isGranted || failed || round === MAX_ROUNDS
    let settled = false
    try {
      // Check even with a granted lease: another instance may have stored the value since the last check.
      const found = await readShared()
      if (found === undefined && !mustLoad) continue
      const value = found ?? (await load())
      settled = true
      return value
    } finally {
      lease.end(settled)
    }
  }
}
