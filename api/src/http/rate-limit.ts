import { createHash } from 'node:crypto'
import { addressKey, addressKeys, NETWORK_SHARE, networkKey } from '../platform/address-keys.ts'
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
