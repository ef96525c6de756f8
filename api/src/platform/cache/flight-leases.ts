import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { RedisClient } from '../redis/redis.ts'

/** A reader that died is noticed after this. One that lives renews well within it. */
const LEASE_MS = 5_000
const RENEW_MS = 1_500
const POLL_MS = 40
/** How long a failure is told, so that those who waited ask for themselves at once instead of one after the other. */
const FAILED_MS = 1_000
const FAILED = 'failed'
/** Longer than a slow service with all its retries; who waited in vain asks for himself. */
const LONGEST_WAIT_MS = 90_000
/** How often one waits for others that land nothing which serves. */
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
  /** Of the keys that were asked for, those that nobody else reads. */
  readonly keys: ReadonlySet<string>
  /** Lets others have them; call it after what was read went to the shared cache. Never throws. */
  end(landed: boolean): void
}

/** Who reads what at the moment, among all instances. While Redis does not answer, everybody reads for himself. */
export interface FlightLeases {
  /** Never throws. */
  take(keys: readonly string[]): Promise<HeldLeases>
  /**
   * Waits until nobody else reads these. Never throws.
   * @returns those whose reader failed or took too long: to be read without a lease
   */
  landed(keys: readonly string[]): Promise<ReadonlySet<string>>
}

const everything = (keys: readonly string[]): HeldLeases => ({ keys: new Set(keys), end: () => {} })

/**
 * Leases by which instances that share a cache read each of its keys once, however many are asked for it at the same
 * time.
 * @param name of the cache
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
  // In braces: keys of one cache stay together where Redis is several.
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
 * Reads one key once among all instances: loads it, or waits for who does.
 * @param look what the shared cache holds now, where it is fresh
 * @param load reads anew, and puts it there
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
    // Whoever is always late, or meets a key of Redis that is no lease of ours, gets on without one.
    const isAlone = isMine || failed || round === MOST_ROUNDS
    let landed = false
    try {
      // Also where the lease is ours: another may have landed since the cache was looked at.
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
