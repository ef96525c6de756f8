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
const LONGEST_WAIT_MS = 90_000
/** How often an instance waits for loads of other instances that store no usable value. */
const MOST_ROUNDS = 3

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

export interface HeldLeases {
  /** The requested keys that no other instance is loading. */
  readonly keys: ReadonlySet<string>
  /** Releases the leases. Call it after the values were put into the shared cache. Never throws. */
  end(landed: boolean): void
}

/** Which instance loads which key. While Redis does not answer, every instance loads for itself. */
export interface FlightLeases {
  /** Takes the leases of those keys that are free. Never throws. */
  take(keys: readonly string[]): Promise<HeldLeases>
  /**
   * Waits until no other instance loads these keys. Never throws.
   * @returns the keys whose load failed or took too long: the caller loads them without a lease
   */
  landed(keys: readonly string[]): Promise<ReadonlySet<string>>
}

const everything = (keys: readonly string[]): HeldLeases => ({ keys: new Set(keys), end: () => {} })

/**
 * Single flight across instances: of several instances that need the same cache key at the same time, one
 * loads it and the rest wait for the result.
 * @param name name of the cache
 */
export function createFlightLeases({
  redis,
  name,
  log,
}: {
  redis: RedisClient | null
  name: string
  log: Logger
}): FlightLeases {
  // Hash tag in braces: in a Redis cluster all keys of one cache are on the same node.
  const nameOf = (key: string) => `propsight:flight:{${name}}:${key}`

  const run = (script: string, keys: readonly string[], ...args: readonly (string | number)[]) => {
    if (!redis?.isReady) throw new Error('redis is away')
    return redis.eval(script, { keys: keys.map(nameOf), arguments: args.map(String) })
  }
  const hold = (id: string, keys: readonly string[]): HeldLeases => {
    const tell = async (script: string, ...args: (string | number)[]) => {
      try {
        await run(script, keys, id, ...args)
      } catch (error) {
        log.debug({ err: error, name }, 'a lease was left to run out')
      }
    }
    const renewing = setInterval(() => void tell(RENEW, LEASE_MS), RENEW_MS).unref()
    return {
      keys: new Set(keys),
      end(landed) {
        clearInterval(renewing)
        void tell(END, landed ? '' : FAILED, FAILED_MS)
      },
    }
  }

  return {
    async take(keys) {
      if (!redis?.isReady || keys.length === 0) return everything(keys)
      const id = randomUUID()
      try {
        const taken = (await run(TAKE, keys, id, LEASE_MS)) as number[]
        const mine = keys.filter((_, index) => taken.includes(index + 1))
        return mine.length > 0 ? hold(id, mine) : everything([])
      } catch (error) {
        log.debug({ err: error, name }, 'no leases can be had; reading without')
        return everything(keys)
      }
    },
    async landed(keys) {
      const failed = new Set<string>()
      const deadline = performance.now() + LONGEST_WAIT_MS
      let waiting = [...keys]
      while (waiting.length > 0) {
        await sleep(POLL_MS)
        try {
          if (!redis?.isReady || performance.now() > deadline) throw new Error('waited in vain')
          const holders = await redis.mGet(waiting.map(nameOf))
          for (const [index, key] of waiting.entries()) if (holders[index] === FAILED) failed.add(key)
          waiting = waiting.filter((_, index) => (holders[index] ?? FAILED) !== FAILED)
        } catch (error) {
          log.debug({ err: error, name }, 'no longer waiting for another instance')
          for (const key of waiting) failed.add(key)
          return failed
        }
      }
      return failed
    },
  }
}

/**
 * Loads one key once over all instances: runs `load`, or waits for the instance that does.
 * @param look returns the value of the shared cache if it is fresh
 * @param load loads the value and puts it into the shared cache
 * @throws what `load` throws
 */
export async function flyOnce<T>(
  leases: FlightLeases,
  key: string,
  look: () => Promise<T | undefined>,
  load: () => Promise<T>,
): Promise<T> {
  for (let round = 1; ; round += 1) {
    const lease = await leases.take([key])
    const isMine = lease.keys.has(key)
    const failed = isMine ? false : (await leases.landed([key])).has(key)
    // Load without a lease when the holder failed, or when the lease is never granted (always late, or the
    // Redis key holds something that is not a lease).
    const isAlone = isMine || failed || round === MOST_ROUNDS
    let landed = false
    try {
      // Check even with a granted lease: another instance may have stored the value since the last check.
      const found = await look()
      if (found === undefined && !isAlone) continue
      const value = found ?? (await load())
      landed = true
      return value
    } finally {
      lease.end(landed)
    }
  }
}
