import type { Deps } from '../deps.ts'
import type { RateRule } from '../platform/rate-limits.ts'
import type { ApiContext } from './context.ts'
import { emailKey } from './email-key.ts'
import { addressKey, enforce, keyOf } from './rate-limit.ts'

/** What one address may still do for an account whose shared limit is used up. */
const BESIEGED_POINTS = 5
const BESIEGED_SECONDS = 3_600
/**
 * An IPv6 /48: easy to obtain, and it contains 65,536 of the /64 networks that count as one address
 * elsewhere.
 */
const SITE_GROUPS = 3

/**
 * The network that an address counts as while an account is under attack. An IPv4 address is not shortened.
 */
const siteOf = (address: string): string => addressKey(address).split(':').slice(0, SITE_GROUPS).join(':')

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
  const besieged = {
    name: `${rule.name}-besieged`,
    points: Math.min(rule.points, BESIEGED_POINTS),
    seconds: BESIEGED_SECONDS,
  }
  await enforce(deps, besieged, `${account} ${siteOf(ctx.ip)}`)
}
