import type { Deps } from '../deps.ts'
import type { RateRule } from '../platform/rate-limits.ts'
import type { ApiContext } from './context.ts'
import { emailKey } from './email-key.ts'
import { addressKey, enforce, keyOf } from './rate-limit.ts'

/** What an address may still do about an account that others have used up. */
const BESIEGED_POINTS = 5
const BESIEGED_SECONDS = 3_600
/** Of an IPv6 address: a /48 is given to whoever asks, and holds 65,536 of the /64 that count as one address elsewhere. */
const SITE_GROUPS = 3

/** Whose an address is while an account is besieged. An IPv4 address stays itself. */
const siteOf = (address: string): string => addressKey(address).split(':').slice(0, SITE_GROUPS).join(':')

/**
 * Counts a call against the account that it names, so that neither one address nor many together can go on for long,
 * and so that nobody is locked out by others: the rule holds for each address by itself, and once all addresses
 * together have used it up, one that asks afresh (of IPv6, a /48) has five calls an hour left, whatever the others do. The
 * account's owner comes from such an address; whoever has a thousand of them tries five thousand passwords an hour at
 * most.
 * @param email kept as a hash only
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
