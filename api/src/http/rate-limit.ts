import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { tooManyRequests } from '../platform/errors.ts'
import { createRateLimits, type RateRule } from '../platform/rate-limits.ts'
import type { ApiContext, ApiMiddleware } from './context.ts'

/** The key of an e-mail address in rate limit counters: a hash, so that the address is not stored. */
export const emailKey = (email: string): string =>
  createHash('sha256').update(email.toLowerCase()).digest('base64url').slice(0, 22)

/** What one address may still do for an account whose shared limit is used up. */
const UNDER_ATTACK_POINTS = 5
const UNDER_ATTACK_SECONDS = 3_600
/**
 * An IPv6 /48: easy to obtain, and it contains 65,536 of the /64 networks that count as one address
 * elsewhere.
 */
const NETWORK_GROUPS = 3

/**
 * The network that an address counts as while an account is under attack. An IPv4 address is not shortened.
 */
const networkOf = (address: string): string =>
  addressKey(address).split(':').slice(0, NETWORK_GROUPS).join(':')

/**
 * Counts a call against the account that it names. The rule applies to each address, and to all addresses
 * together. When all addresses together have used it up, each address (of IPv6, each /48) keeps five calls an
 * hour of its own. So an attack from many addresses does not lock the owner out, and a thousand addresses can
 * try at most five thousand passwords an hour.
 * @param email stored as a hash only
 * @throws HttpError 429 with `Retry-After`
 */
export async function enforceForAccount(
  deps: Pick<Deps, 'limits' | 'metrics'>,
  ctx: ApiContext,
  rule: RateRule,
  email: string,
): Promise<void> {
  const account = emailKey(email)
  const own = `${account} ${keyOf(ctx, 'address')}`
  await enforce(deps, rule, own)
  const together = await deps.limits.consume({ ...rule, name: `${rule.name}-together` }, account)
  if (together.allowed) return
  const attackRule = {
    name: `${rule.name}-besieged`,
    points: Math.min(rule.points, UNDER_ATTACK_POINTS),
    seconds: UNDER_ATTACK_SECONDS,
  }
  await enforce(deps, attackRule, `${account} ${networkOf(ctx.ip)}`)
}

export interface RequestRule extends RateRule {
  /** Calls with the same value are counted together. `user` counts by address for requests without a user. */
  by: 'address' | 'user'
}

/**
 * The key of an address in rate limit counters. IPv6 addresses are counted by /64, which one customer usually
 * owns. Removes the port that some proxies append, since it changes with every connection.
 */
export function addressKey(address: string): string {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^((?:\d+\.){3}\d+):\d+$/, '$1')
  const plain = bare.replace(/^::ffff:(?=\d+\.)/, '').toLowerCase()
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 4).join(':')
}

/**
 * Counts one call against a rule.
 * @throws HttpError 429 with `Retry-After` when the rule is used up; its message says when to come back
 */
export async function enforce(deps: Pick<Deps, 'limits' | 'metrics'>, rule: RateRule, key: string) {
  const verdict = await deps.limits.consume(rule, key)
  if (verdict.allowed) return
  deps.metrics.limited.inc({ rule: rule.name })
  throw tooManyRequests(verdict.retryAfterSeconds)
}

/** The counter key of a request: its user or its address. */
export const keyOf = (ctx: ApiContext, by: RequestRule['by']): string =>
  by === 'user' && ctx.state.user ? `user:${ctx.state.user.id}` : `address:${addressKey(ctx.ip)}`

/** Middleware that counts each request. A rule with `by: 'user'` must follow `requireUser`. */
export const limit =
  (deps: Pick<Deps, 'limits' | 'metrics'>, rule: RequestRule): ApiMiddleware =>
  async (ctx, next) => {
    await enforce(deps, rule, keyOf(ctx, rule.by))
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
  { env, metrics }: Pick<Deps, 'env' | 'metrics'>,
  kind: keyof typeof ADDRESS_RULES,
): ApiMiddleware {
  const limits = createRateLimits({ enabled: env.RATE_LIMITS === 'on', redis: null })
  return async (ctx, next) => {
    try {
      await enforce({ limits, metrics }, ADDRESS_RULES[kind], keyOf(ctx, 'address'))
    } catch (error) {
      ctx.set('Connection', 'close')
      throw error
    }
    await next()
  }
}
