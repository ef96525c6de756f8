import type { Deps } from '../deps.ts'
import { HttpError } from '../platform/errors.ts'
import type { RateRule } from '../platform/rate-limits.ts'
import type { ApiContext, ApiMiddleware } from './context.ts'

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
 * @throws HttpError 429 with `Retry-After` when the rule is used up
 */
export async function enforce(deps: Pick<Deps, 'limits' | 'metrics'>, rule: RateRule, key: string) {
  const verdict = await deps.limits.consume(rule, key)
  if (verdict.allowed) return
  deps.metrics.limited.inc({ rule: rule.name })
  throw new HttpError(429, 'RATE_LIMITED', 'Too many requests. Please wait before trying again.', {
    headers: { 'Retry-After': String(verdict.retryAfterSeconds) },
  })
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
