import type { Logger } from 'pino'
import type { RedisClient } from '../redis.ts'
import type { Gate, PaceRule } from './pacer.ts'

/** The place of a crashed caller expires after this time, which is longer than any call may take. */
const LEASE_MS = 30_000
/** Wait between two attempts while a sub-batch is full, possibly with calls of other instances. */
const POLL_MS = 25
const FORGET_MS = 120_000

/** The rules of `createMemoryGate`. They use the clock of Redis, because clocks of instances may differ. */
const ENTER = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local state, leases = KEYS[1], KEYS[2]
local subBatch, batch = tonumber(ARGV[2]), tonumber(ARGV[3])
local subPause, batchPause = tonumber(ARGV[4]), tonumber(ARGV[5])
if redis.call('ZREMRANGEBYSCORE', leases, '-inf', now) > 0 then redis.call('HSET', state, 'left', now) end
local inside = redis.call('ZCARD', leases)
local inBatch = tonumber(redis.call('HGET', state, 'batch') or '0')
local inSub = tonumber(redis.call('HGET', state, 'sub') or '0')
local quiet = now - tonumber(redis.call('HGET', state, 'left') or '0')
if inside == 0 and quiet >= batchPause then inBatch, inSub = 0, 0 end
local full = inBatch >= batch
if full or inSub >= subBatch then
  if inside > 0 then return tonumber(ARGV[7]) end
  local pause = full and batchPause or subPause
  if quiet < pause then return pause - quiet end
  inSub = 0
  if full then inBatch = 0 end
end
redis.call('HSET', state, 'batch', inBatch + 1, 'sub', inSub + 1)
redis.call('ZADD', leases, now + tonumber(ARGV[6]), ARGV[1])
redis.call('PEXPIRE', state, ARGV[8])
redis.call('PEXPIRE', leases, ARGV[8])
return 0`

const LEAVE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('ZREM', KEYS[2], ARGV[1]) > 0 then
  redis.call('HSET', KEYS[1], 'left', now)
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0`

interface RedisGateOptions {
  redis: RedisClient
  /** Instances that share a name share a pace. */
  name: string
  rule: PaceRule
  /** Gate of this process, used while Redis does not answer. */
  fallback: Gate
  log: Logger
}

/** A gate whose state is in Redis: one pace for all instances. */
export function createRedisGate({ redis, name, rule, fallback, log }: RedisGateOptions): Gate {
  const keys = [`propsight:pace:{${name}}`, `propsight:pace:{${name}}:inside`]
  const limits = [
    rule.subBatch,
    rule.batch,
    rule.subBatchPauseMs,
    rule.batchPauseMs,
    LEASE_MS,
    POLL_MS,
    FORGET_MS,
  ]
  const heldInRedis = new Set<string>()
  return {
    async enter(id) {
      if (!redis.isReady) return fallback.enter(id)
      try {
        const answer = await redis.eval(ENTER, { keys, arguments: [id, ...limits.map(String)] })
        const wait = Number(answer)
        if (wait === 0) heldInRedis.add(id)
        return wait
      } catch (error) {
        log.warn({ err: error }, 'the shared pace is unavailable; using the pace of this process')
        return fallback.enter(id)
      }
    },
    async leave(id) {
      if (!heldInRedis.delete(id)) return fallback.leave(id)
      if (!redis.isReady) return
      // If this fails, the place stays taken until its lease expires.
      await redis.eval(LEAVE, { keys, arguments: [id, String(FORGET_MS)] }).catch(() => undefined)
    },
  }
}
