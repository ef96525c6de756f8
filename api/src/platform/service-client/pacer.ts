import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { RedisClient } from '../redis.ts'
import type { Timer } from '../timer.ts'

/** Spacing of calls: `subBatch` calls in parallel, a pause, and a longer pause after every `batch` calls. */
export interface PaceRule {
  subBatch: number
  batch: number
  subBatchPauseMs: number
  batchPauseMs: number
}

/** `normal` calls start before all waiting `low` ones, also before those that have waited longer. */
export type Priority = 'normal' | 'low'

/** Starts calls at a pace, first come first served within a priority. */
export interface Pacer {
  run<T>(call: () => Promise<T>, priority?: Priority): Promise<T>
  /** Rejects all waiting calls. */
  close(): void
}

interface PacerOptions {
  rule: PaceRule
  timer: Timer
  /** Redis and the name under which all instances keep one pace together; null for the pace of one process. */
  shared?: { redis: RedisClient; name: string; log: Logger } | null
}

/** Decides when a call may start. */
interface Gate {
  /** @returns 0 if the call may start; else milliseconds until the next attempt (Infinity: until a call ends) */
  enter(id: string): Promise<number>
  leave(id: string): Promise<void>
  /** The call takes longer than `SLOW_CALL_MS`. */
  becomeSlow(id: string): void
}

/** A call that takes longer no longer delays the next sub-batch, in which it takes a place until it ends. */
export const SLOW_CALL_MS = 1_000

/**
 * Calls of a sub-batch run in parallel. The next sub-batch starts when all of them have ended or are slow, and the pause
 * is over. After a complete batch the longer pause applies. A quiet time of that length starts a new batch.
 */
function createMemoryGate(rule: PaceRule, timer: Timer): Gate {
  const fresh = new Set<string>()
  const slow = new Set<string>()
  let inBatch = 0
  let inSubBatch = 0
  let lastLeftAt = Number.NEGATIVE_INFINITY

  return {
    async enter(id) {
      const quietMs = timer.elapsed() - lastLeftAt
      if (fresh.size + slow.size === 0 && quietMs >= rule.batchPauseMs) {
        inBatch = 0
        inSubBatch = 0
      }
      const batchIsFull = inBatch >= rule.batch
      if (batchIsFull || inSubBatch >= rule.subBatch) {
        if (fresh.size > 0 || slow.size >= rule.subBatch) return Number.POSITIVE_INFINITY
        const pauseMs = batchIsFull ? rule.batchPauseMs : rule.subBatchPauseMs
        if (quietMs < pauseMs) return pauseMs - quietMs
        inSubBatch = slow.size
        if (batchIsFull) inBatch = 0
      }
      inBatch += 1
      inSubBatch += 1
      fresh.add(id)
      return 0
    },
    async leave(id) {
      if (fresh.delete(id) || slow.delete(id)) lastLeftAt = timer.elapsed()
    },
    becomeSlow(id) {
      if (!fresh.delete(id)) return
      slow.add(id)
      lastLeftAt = timer.elapsed()
    },
  }
}

/** The entry of a crashed caller expires after this time, which is longer than any call may take. */
const LEASE_MS = 30_000
/** Wait between two attempts while a sub-batch is full, possibly with calls of other instances. */
const POLL_MS = 25
const FORGET_MS = 120_000

const READ_CLOCK = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local state, leases, id = KEYS[1], KEYS[2], ARGV[1]`

/** The rules of `createMemoryGate`, by the clock of Redis, because clocks of instances may differ. */
const ENTER = `${READ_CLOCK}
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
  local last = redis.call('ZRANGE', leases, -1, -1, 'WITHSCORES')
  local slowFrom = last[2] and tonumber(last[2]) - ${LEASE_MS} + ${SLOW_CALL_MS} or 0
  if now < slowFrom or inside >= subBatch then return ${POLL_MS} end
  local pause = full and batchPause or subPause
  quiet = math.min(quiet, now - slowFrom)
  if quiet < pause then return pause - quiet end
  inSub = inside
  if full then inBatch = 0 end
end
redis.call('HSET', state, 'batch', inBatch + 1, 'sub', inSub + 1)
redis.call('ZADD', leases, now + ${LEASE_MS}, id)
redis.call('PEXPIRE', state, ${FORGET_MS})
redis.call('PEXPIRE', leases, ${FORGET_MS})
return 0`

const LEAVE = `${READ_CLOCK}
if redis.call('ZREM', leases, id) > 0 then
  redis.call('HSET', state, 'left', now)
  redis.call('PEXPIRE', state, ${FORGET_MS})
end
return 0`

/** @param fallback gate of this process, used while Redis does not answer */
function createRedisGate(
  { redis, name, log }: NonNullable<PacerOptions['shared']>,
  rule: PaceRule,
  fallback: Gate,
): Gate {
  const keys = [`propsight:pace:{${name}}`, `propsight:pace:{${name}}:inside`]
  const limits = [rule.subBatch, rule.batch, rule.subBatchPauseMs, rule.batchPauseMs].map(String)
  const heldInRedis = new Set<string>()
  return {
    async enter(id) {
      if (!redis.isReady) return fallback.enter(id)
      try {
        const waitMs = Number(await redis.eval(ENTER, { keys, arguments: [id, ...limits] }))
        if (waitMs === 0) heldInRedis.add(id)
        return waitMs
      } catch (error) {
        log.warn({ err: error }, 'the shared pace is unavailable; using the pace of this process')
        return fallback.enter(id)
      }
    },
    async leave(id) {
      if (!heldInRedis.delete(id)) return fallback.leave(id)
      // If this fails, the entry remains until its lease expires.
      if (redis.isReady) await redis.eval(LEAVE, { keys, arguments: [id] }).catch(() => undefined)
    },
    // In Redis a call is slow by the time of its lease.
    becomeSlow: (id) => fallback.becomeSlow(id),
  }
}

/** Waits for a time, which may be infinite, or until the signal. */
async function pause(timer: Timer, ms: number, until: AbortSignal): Promise<void> {
  if (until.aborted) return
  if (Number.isFinite(ms)) return timer.sleep(ms, until).catch(() => undefined)
  await new Promise<void>((resolve) => until.addEventListener('abort', () => resolve(), { once: true }))
}

/** Creates a queue in front of a gate in memory or in Redis. */
export function createPacer({ rule, timer, shared }: PacerOptions): Pacer {
  const memoryGate = createMemoryGate(rule, timer)
  const gate = shared ? createRedisGate(shared, rule, memoryGate) : memoryGate
  const queues: Record<Priority, PromiseWithResolvers<string>[]> = { normal: [], low: [] }
  const closing = new AbortController()
  let callEnded = new AbortController()
  let pumping = false

  const rejectWaiting = (error: unknown) => {
    for (const waiting of [...queues.normal.splice(0), ...queues.low.splice(0)]) waiting.reject(error)
  }
  const pump = async () => {
    if (pumping) return
    pumping = true
    try {
      while (queues.normal.length + queues.low.length > 0) {
        callEnded = new AbortController()
        const id = randomUUID()
        const waitMs = await gate.enter(id)
        if (waitMs > 0) {
          await pause(timer, waitMs, AbortSignal.any([callEnded.signal, closing.signal]))
          continue
        }
        const waiting = queues.normal.shift() ?? queues.low.shift()
        if (waiting) waiting.resolve(id)
        else await gate.leave(id)
      }
    } finally {
      pumping = false
    }
  }

  return {
    async run(call, priority = 'normal') {
      if (closing.signal.aborted) throw new Error('the pacer is closed')
      const waiting = Promise.withResolvers<string>()
      queues[priority].push(waiting)
      pump().catch(rejectWaiting)
      const id = await waiting.promise
      const becomingSlow = setTimeout(() => {
        gate.becomeSlow(id)
        callEnded.abort()
      }, SLOW_CALL_MS)
      try {
        return await call()
      } finally {
        clearTimeout(becomingSlow)
        await gate.leave(id)
        callEnded.abort()
      }
    },
    close() {
      rejectWaiting(new Error('the pacer is closed'))
      closing.abort()
    },
  }
}
