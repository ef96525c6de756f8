import { createHash } from 'node:crypto'
import { addressKey, addressKeys, NETWORK_SHARE, networkKey } from '../platform/address-keys.ts'
import { meterWork, type WorkMeter } from '../platform/concurrency/event-loop.ts'
import { createSlots } from '../platform/concurrency/slots.ts'
import type { ApiEnv } from '../platform/config/env.ts'
import { tooManyRequests } from '../platform/errors.ts'
import type { Metrics } from '../platform/metrics.ts'
import { createRateLimits, type RateLimits, type RateRule } from '../platform/rate-limits.ts'
import type { ApiContext, ApiMiddleware } from './context.ts'

export interface LimitPorts {
  readonly limits: RateLimits
  readonly metrics: Pick<Metrics, 'limited' | 'work'>
}

/** The limits that each instance counts itself. */
export interface InstanceLimitPorts extends Pick<LimitPorts, 'metrics'> {
  readonly env: Pick<ApiEnv, 'RATE_LIMITS'>
}

/** The key of an e-mail address in rate limit counters: a hash, so that the address is not stored. */
export const emailKey = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)

/** What one address may still do for an account whose shared limit is used up. */
const UNDER_ATTACK_POINTS = 5
const UNDER_ATTACK_SECONDS = 3_600

/**
 * Counts a call against the account that it names. The rule applies to each address, and to all addresses
 * together. When all addresses together have used it up, each address (of IPv6, each /48) keeps five calls an
 * hour of its own. So an attack from many addresses does not lock the owner out, and a thousand addresses can
 * try at most five thousand passwords an hour.
 * @param email stored as a hash only
 * @throws HttpError 429 with `Retry-After`
 */
export async function enforceForAccount(
  deps: LimitPorts,
  ctx: ApiContext,
  rule: RateRule,
  email: string,
): Promise<void> {
  const account = emailKey(email)
  await enforce(deps, rule, `${account} ${addressKey(ctx.ip)}`)
  const together = await deps.limits.consume({ ...rule, name: `${rule.name}-together` }, account)
  if (together.allowed) return
  const attackRule = {
    name: `${rule.name}-besieged`,
    points: Math.min(rule.points, UNDER_ATTACK_POINTS),
    seconds: UNDER_ATTACK_SECONDS,
  }
  await enforce(deps, attackRule, `${account} ${networkKey(ctx.ip)}`)
}

export interface RequestRule extends RateRule {
  /** Calls with the same value are counted together. `user` counts by address for requests without a user. */
  by: 'address' | 'user'
}

/** A rule and the key that it is counted under. */
interface Counter {
  rule: RateRule
  key: string
}

/** The counters of a request: of its user, or of its address and of the IPv6 /48 around it. */
export function createCounters(ctx: ApiContext, { by, ...rule }: RequestRule): Counter[] {
  if (by === 'user' && ctx.state.user) return [{ rule, key: `user:${ctx.state.user.id}` }]
  const [own, network] = addressKeys(ctx.ip)
  const counters = [{ rule, key: `address:${own}` }]
  if (network !== undefined) {
    const shared = { ...rule, name: `${rule.name}-network`, points: rule.points * NETWORK_SHARE }
    counters.push({ rule: shared, key: `address:${network}` })
  }
  return counters
}

/** The key of the client of a request: its user or its address. */
export const clientKey = (ctx: ApiContext): string =>
  ctx.state.user ? `user:${ctx.state.user.id}` : `address:${addressKey(ctx.ip)}`

/**
 * Counts one call against a rule.
 * @throws HttpError 429 with `Retry-After` when the rule is used up; its message says when to come back
 */
export async function enforce(deps: LimitPorts, rule: RateRule, key: string) {
  const verdict = await deps.limits.consume(rule, key)
  if (verdict.allowed) return
  deps.metrics.limited.inc({ rule: rule.name })
  throw tooManyRequests(verdict.retryAfterSeconds)
}

/**
 * Counts a request against the rule of its user or of its address.
 * @throws HttpError 429 with `Retry-After`
 */
export async function enforceRequest(deps: LimitPorts, ctx: ApiContext, rule: RequestRule): Promise<void> {
  for (const counter of createCounters(ctx, rule)) await enforce(deps, counter.rule, counter.key)
}

/** Middleware that counts each request. A rule with `by: 'user'` must follow `requireUser`. */
export const limit =
  (deps: LimitPorts, rule: RequestRule): ApiMiddleware =>
  async (ctx, next) => {
    await enforceRequest(deps, ctx, rule)
    await next()
  }

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
const MAX_WAITING = 4_096
/** More than the connections of a browser. Requests that wait for their own account take no place from other accounts. */
const WAITING_OF_ACCOUNT = 64
const LONGEST_WAIT_MS = 60_000
/** One reason for all: most signals abort when their response has ended long after the wait. */
const WAIT_ENDED = new Error('the wait has ended')

/**
 * Limits the processor time of expensive requests of one account and one address, whatever the requests are. The time
 * is counted when the handler and the response have ended, so a request is refused when earlier ones have used up the budget. It must follow
 * `requireUser` or `optionalUser`; requests without a user count by address only.
 */
export function limitWork(deps: LimitPorts): ApiMiddleware {
  return async (ctx, next) => {
    // The work of a handler goes on when its client disconnects.
    const handled = Promise.withResolvers<void>()
    const account = ctx.state.user ? clientKey(ctx) : null
    try {
      // Visitors of one address are different users.
      if (account !== null) await enterSlot(ctx, account, handled.promise)
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
  const meter: WorkMeter = { ms: LEAST_WORK_MS }
  const budgets = createCounters(ctx, { ...WORK_OF_ADDRESS, by: 'address' })
  if (account !== null) budgets.push({ rule: WORK_OF_ACCOUNT, key: account })
  for (const { rule, key } of budgets) {
    const verdict = await deps.limits.peek(rule, key)
    if (verdict.allowed) continue
    deps.metrics.limited.inc({ rule: rule.name })
    throw tooManyRequests(verdict.retryAfterSeconds)
  }
  void Promise.all([responseEnd(ctx), handled]).then(() => {
    const ms = meter.ms + (transferred() - before) / BYTES_PER_MS
    deps.metrics.work.inc(ms / 1_000)
    for (const { rule, key } of budgets) void deps.limits.consume(rule, key, Math.ceil(ms))
  })
  return meter
}

const slots = createSlots({
  maxRunning: Number.POSITIVE_INFINITY,
  perKey: RUNNING_OF_ACCOUNT,
  waiting: MAX_WAITING,
  waitingPerKey: WAITING_OF_ACCOUNT,
  full: () => tooManyRequests(1, 'Too many requests at once'),
})

/** Settles when the response of a request has ended or its client has disconnected. */
const responseEnd = async ({ res }: ApiContext): Promise<void> => {
  if (res.closed) return
  await new Promise<void>((resolve) => {
    res.once('close', resolve)
  })
}

/**
 * Waits until fewer requests of the same account run. The place is free again when the request has been handled and the
 * response has ended.
 * @throws HttpError 429 if too many requests of the account wait, or after a minute
 */
async function enterSlot(ctx: ApiContext, account: string, handled: Promise<void>): Promise<void> {
  const entered = Promise.withResolvers<void>()
  const ended = responseEnd(ctx)
  const wait = new AbortController()
  const endWait = () => wait.abort(WAIT_ENDED)
  const timer = setTimeout(endWait, LONGEST_WAIT_MS).unref()
  ctx.res.once('close', endWait)
  if (ctx.res.closed) endWait()
  ctx.state.isWaiting = true
  const place = slots.run(
    account,
    () => {
      entered.resolve()
      return Promise.all([ended, handled])
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

const WINDOW_SECONDS = 10
const rulePerInstance = (name: string, points: number): RequestRule => ({
  name,
  points,
  seconds: WINDOW_SECONDS,
  by: 'address',
})
/**
 * Requests of one address. An address may be the gateway of an office: a first visit loads the page and about
 * sixty files.
 */
const ADDRESS_RULES = {
  all: rulePerInstance('instance-all', 4_000),
  page: rulePerInstance('instance-page', 300),
  bundles: rulePerInstance('instance-bundles', 3_000),
}

/**
 * Limits the requests of one address to this instance, of any kind, so that no client takes the whole thread.
 * Counted in memory: the limits protect this process, and a call of Redis costs more than a file. A refused
 * request ends its connection; further ones are bounded by the limits on new connections.
 */
export function limitInstance(
  { env, metrics }: InstanceLimitPorts,
  kind: keyof typeof ADDRESS_RULES,
): ApiMiddleware {
  const limits = createRateLimits({ enabled: env.RATE_LIMITS === 'on', redis: null })
  return async (ctx, next) => {
    try {
      await enforceRequest({ limits, metrics }, ctx, ADDRESS_RULES[kind])
    } catch (error) {
      ctx.set('Connection', 'close')
      throw error
    }
    await next()
  }
}
