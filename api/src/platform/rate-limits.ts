import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisClient } from './redis.ts'

/**
 * Maximum number of keys per rule in memory. Beyond it, the counter of the least recently used key is reset.
 */
const MAX_KEYS_PER_RULE = 20_000

export interface RateRule {
  /** Calls are counted per name and key. */
  name: string
  /** Calls allowed within `seconds`. */
  points: number
  seconds: number
  /** How long a key is refused after it exceeded the limit. Default: until the end of `seconds`. */
  blockSeconds?: number
}

interface RateVerdict {
  allowed: boolean
  retryAfterSeconds: number
}

export interface RateLimits {
  /**
   * Counts a call of `key` against `rule`, by default as one point. Never throws: without Redis, the instance counts in
   * memory.
   */
  consume(rule: RateRule, key: string, points?: number): Promise<RateVerdict>
  /** Takes back one counted call of `key`. */
  reward(rule: RateRule, key: string): Promise<void>
  /** Whether `key` has exceeded `rule`, and the used share of its points. Counts nothing. */
  peek(rule: RateRule, key: string): Promise<RateVerdict & { used: number }>
}

interface Limiter {
  consume(key: string, points?: number): Promise<RateLimiterRes>
  get(key: string): Promise<RateLimiterRes | null>
  reward(key: string): Promise<RateLimiterRes>
}

const ALLOWED: RateVerdict = { allowed: true, retryAfterSeconds: 0 }
const refused = ({ msBeforeNext }: RateLimiterRes): RateVerdict => ({
  allowed: false,
  retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
})
const optionsOf = ({ name, points, seconds, blockSeconds = 0 }: RateRule) => ({
  keyPrefix: name,
  points,
  duration: seconds,
  blockDuration: blockSeconds,
})

function boundedMemory(rule: RateRule, maxKeys: number): RateLimiterMemory {
  const limiter = new RateLimiterMemory(optionsOf(rule))
  const seen = new LRUCache<string, true>({
    // `max` would allocate room for all keys of every rule at once.
    maxSize: maxKeys,
    sizeCalculation: () => 1,
    dispose: (_, key, reason) => {
      if (reason === 'evict') void limiter.delete(key)
    },
  })
  const consume = limiter.consume.bind(limiter)
  limiter.consume = (key, points, options) => {
    seen.set(String(key), true)
    return consume(key, points, options)
  }
  return limiter
}

/**
 * Rate limits with counters in memory, or in Redis so that all instances count together.
 * @param redis shared counters; while Redis does not answer, each instance counts in its own memory
 */
export function createRateLimits({
  enabled,
  redis,
  maxKeys = MAX_KEYS_PER_RULE,
}: {
  enabled: boolean
  redis: RedisClient | null
  maxKeys?: number
}): RateLimits {
  const limiters = new Map<string, Limiter>()
  const limiterFor = (rule: RateRule): Limiter => {
    const existing = limiters.get(rule.name)
    if (existing) return existing
    const memory = boundedMemory(rule, maxKeys)
    const limiter = redis
      ? new RateLimiterRedis({
          storeClient: redis,
          useRedisPackage: true,
          rejectIfRedisNotReady: true,
          ...optionsOf(rule),
          keyPrefix: `propsight:limit:${rule.name}`,
          insuranceLimiter: memory,
        })
      : memory
    limiters.set(rule.name, limiter)
    return limiter
  }

  return {
    async consume(rule, key, points) {
      if (!enabled) return ALLOWED
      try {
        await limiterFor(rule).consume(key, points)
        return ALLOWED
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return refused(refusal)
      }
    },
    async reward(rule, key) {
      if (enabled) await limiterFor(rule).reward(key)
    },
    async peek(rule, key) {
      const state = enabled ? await limiterFor(rule).get(key) : null
      const used = (state?.consumedPoints ?? 0) / rule.points
      return { ...(state !== null && used > 1 ? refused(state) : ALLOWED), used }
    },
  }
}
