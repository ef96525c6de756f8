import { setTimeout as rest } from 'node:timers/promises'
import { meterWork, type WorkMeter } from '../platform/concurrency/event-loop.ts'
import { createSlots, type Slots } from '../platform/concurrency/slots.ts'
import { tooManyRequests } from '../platform/errors.ts'
import type { RateRule } from '../platform/rate-limits.ts'
import type { ApiContext, ApiMiddleware } from './context.ts'
import { clientKey, createCounters, type LimitPorts } from './rate-limit.ts'

const WORK_SECONDS = 60
/**
 * Processor time, in milliseconds a minute. What a bettor does in an evening must fit into one minute of it: the bench
 * `floods` measures every board of a day, a hundred details and an export.
 */
const WORK_OF_ACCOUNT: RateRule = { name: 'work-account', points: 6_000, seconds: WORK_SECONDS }
/** An address may be the gateway of an office. */
const WORK_OF_ADDRESS: RateRule = { name: 'work-address', points: 15_000, seconds: WORK_SECONDS }
/** Counted for each request: verifying the token, reading the run, and the calls of the database. */
const LEAST_WORK_MS = 5
/** Bytes of a request and its response that are parsed, serialized and sent in a millisecond. */
const BYTES_PER_MS = 30_000
/** Requests of one account that run at the same time. Further ones wait. */
const RUNNING_OF_ACCOUNT = 3
const LONGEST_WAIT_MS = 60_000
/** One reason for all: most signals abort when their response has ended long after the wait. */
const WAIT_ENDED = new Error('the wait has ended')

const QUEUE = {
  waiting: 4_096,
  /** More than the connections of a browser. Requests that wait for their own account take no place from other accounts. */
  waitingPerKey: 64,
  full: () => tooManyRequests(1, 'Too many requests at once'),
}
const slots = createSlots({ ...QUEUE, maxRunning: Number.POSITIVE_INFINITY, perKey: RUNNING_OF_ACCOUNT })

/** Requests of an account that has used more than this share of its budget run one at a time. */
const singles = createSlots({ ...QUEUE, maxRunning: Number.POSITIVE_INFINITY, perKey: 1 })
const SINGLE_FROM = 0.05
/**
 * Requests of accounts above these shares run one at a time in the whole process, in turn by account: they wait for each
 * other, and every other request waits for at most one of them. An address may be a gateway.
 */
const lane = createSlots({ ...QUEUE, maxRunning: 1, perKey: 1 })
const LANE_FROM = { account: 0.25, address: 0.5 }
/** Time after which a request gives up its turn: it waits for something else than the processor. */
const LONGEST_TURN_MS = 500
/** After a turn the next one waits for this many times its length, multiplied by the used share of the budget. */
const REST = 6
/** A stopping server does not wait for turns. */
const IN_BACKGROUND = { ref: false }

/**
 * Limits the processor time of expensive requests of one account and one address, whatever the requests are. The time
 * is counted when the handler and the response have ended, so a request waits or is refused when earlier ones have used a
 * part of the budget or all of it. It must follow `requireUser` or `optionalUser`; requests without a user count by address
 * only.
 */
export function limitWork(deps: LimitPorts): ApiMiddleware {
  return async (ctx, next) => {
    // The work of a handler goes on when its client disconnects.
    const handled = Promise.withResolvers<void>()
    const account = ctx.state.user ? clientKey(ctx) : null
    try {
      // Visitors of one address are different users.
      if (account !== null)
        await enterSlot(slots, ctx, account, () => Promise.all([responseEnd(ctx), handled.promise]))
      await meterWork(await openWork(deps, ctx, account, handled.promise), next)
    } finally {
      handled.resolve()
    }
  }
}

/**
 * Opens the meter of a request, whose time counts on the budgets of its address and its account when the request has been
 * handled and the response has ended.
 * @param account key of the account; null for a request without one
 * @throws HttpError 429 with `Retry-After` if one of the budgets is used up
 */
export async function openWork(
  deps: LimitPorts,
  ctx: ApiContext,
  account: string | null,
  handled: Promise<void> = Promise.resolve(),
): Promise<WorkMeter> {
  const { socket } = ctx.req
  const transferred = () => socket.bytesRead + socket.bytesWritten
  const before = transferred()
  const budgets = createCounters(ctx, { ...WORK_OF_ADDRESS, by: 'address' })
  if (account !== null) budgets.push({ rule: WORK_OF_ACCOUNT, key: account })
  const ended = Promise.all([responseEnd(ctx), handled])
  const turn = await checkBudgets(deps, budgets)
  if (turn) {
    await enterSlot(turn.places, ctx, turn.key, () => takeTurn(ended, turn.used))
    // Others of the account ran in the meantime.
    await checkBudgets(deps, budgets)
  }
  // Below a quarter only the request itself counts: the account of an attacker is new, that of a visitor is not.
  const usedBefore = turn?.places === lane ? turn.used : 0
  const meter: WorkMeter = {
    ms: LEAST_WORK_MS,
    get used() {
      return usedBefore + this.ms / WORK_OF_ACCOUNT.points
    },
  }
  void ended.then(() => {
    const ms = meter.ms + (transferred() - before) / BYTES_PER_MS
    deps.metrics.work.inc(ms / 1_000)
    for (const { rule, key } of budgets) void deps.limits.consume(rule, key, Math.ceil(ms))
  })
  return meter
}

/**
 * Where a request waits for its turn; null if it need not.
 * @throws HttpError 429 with `Retry-After` if one of the budgets is used up
 */
async function checkBudgets({ limits, metrics }: LimitPorts, budgets: ReturnType<typeof createCounters>) {
  let turn: { places: Slots; key: string; used: number } | null = null
  for (const { rule, key } of budgets) {
    const { allowed, retryAfterSeconds, used } = await limits.peek(rule, key)
    if (!allowed) {
      metrics.limited.inc({ rule: rule.name })
      throw tooManyRequests(retryAfterSeconds)
    }
    const isAccount = rule === WORK_OF_ACCOUNT
    if (used > LANE_FROM[isAccount ? 'account' : 'address']) turn = { places: lane, key, used }
    else if (isAccount && used > SINGLE_FROM) turn ??= { places: singles, key, used }
  }
  return turn
}

/** Settles when the response of a request has ended or its client has disconnected. */
const responseEnd = async ({ res }: ApiContext): Promise<void> => {
  if (res.closed) return
  await new Promise<void>((resolve) => {
    res.once('close', resolve)
  })
}

/** Settles when the next request may run. */
async function takeTurn(ended: Promise<unknown>, used: number): Promise<void> {
  const begin = performance.now()
  await Promise.race([ended, rest(LONGEST_TURN_MS, null, IN_BACKGROUND)])
  await rest((performance.now() - begin) * REST * used, null, IN_BACKGROUND)
}

/**
 * Waits for a place among the requests of the same key.
 * @param occupy called with the place; it is free again when the promise settles
 * @throws HttpError 429 if too many requests of the key wait, or after a minute
 */
async function enterSlot(
  places: Slots,
  ctx: ApiContext,
  key: string,
  occupy: () => Promise<unknown>,
): Promise<void> {
  const entered = Promise.withResolvers<void>()
  const wait = new AbortController()
  const endWait = () => wait.abort(WAIT_ENDED)
  const timer = setTimeout(endWait, LONGEST_WAIT_MS).unref()
  ctx.res.once('close', endWait)
  if (ctx.res.closed) endWait()
  ctx.state.isWaiting = true
  const place = places.run(
    key,
    () => {
      entered.resolve()
      return occupy()
    },
    wait.signal,
  )
  place.catch(entered.reject)
  try {
    await entered.promise
  } finally {
    clearTimeout(timer)
  }
  ctx.state.isWaiting = false
}
