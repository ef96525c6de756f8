import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import type { RateRule } from '../services/rate-limits.ts'
import { bearerToken } from './auth.ts'
import type { ApiContext } from './context.ts'
import { HttpError, unauthorized } from './error.ts'
import { keyOf } from './rate-limit.ts'
import { sameSecret } from './same-secret.ts'

/** The fifth wrong key or token of an address locks it for keys, which people choose and others may guess. */
const LOCK_SECONDS = 15 * 60
const WRONG_KEYS: RateRule = {
  name: 'deploy-keys',
  points: 4,
  seconds: LOCK_SECONDS,
  blockSeconds: LOCK_SECONDS,
}
const DEPLOY_TOKEN = /^psd_[A-Za-z0-9_-]{43}$/

export type DeployAuthDeps = Pick<Deps, 'env' | 'limits' | 'metrics' | 'repositories'>

/** Who acts, as the records say it. */
export interface Deployer {
  actor: string
  /** Which one they may act on; null for every one. */
  remote: string | null
  /** Id of the deploy token; null for the admin key. */
  token: string | null
}

const OPERATOR: Deployer = { actor: 'operator', remote: null, token: null }

/** How a deploy token is stored. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Answers 429 while the address is locked. */
async function refuseLocked(deps: DeployAuthDeps, ctx: ApiContext) {
  const { allowed, retryAfterSeconds } = await deps.limits.peek(WRONG_KEYS, keyOf(ctx, 'address'))
  if (allowed) return
  deps.metrics.limited.inc({ rule: WRONG_KEYS.name })
  throw new HttpError(429, 'RATE_LIMITED', 'Too many wrong keys or tokens. Wait before you try again.', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}

function tell(ctx: ApiContext, refusal: HttpError): HttpError {
  ctx.state.log.warn({ address: ctx.ip, reason: refusal.message }, 'a deploy key or token was refused')
  return refusal
}

/** Counts a guess. */
async function refuse(deps: DeployAuthDeps, ctx: ApiContext, refusal: HttpError): Promise<never> {
  await deps.limits.consume(WRONG_KEYS, keyOf(ctx, 'address'))
  throw tell(ctx, refusal)
}

const isAdminKey = ({ env }: DeployAuthDeps, token: string) =>
  env.ADMIN_KEY !== undefined && sameSecret(token, env.ADMIN_KEY)

function tokenOf(ctx: ApiContext, wanted: string): string {
  const token = bearerToken(ctx)
  if (token === null) throw unauthorized(`Send ${wanted} as 'Authorization: Bearer …'`)
  return token
}

/**
 * Lets the admin key through, nothing else. Reads headers only.
 * @throws HttpError 401, 429 while the address is locked
 */
export async function requireOperator(deps: DeployAuthDeps, ctx: ApiContext): Promise<Deployer> {
  await refuseLocked(deps, ctx)
  const token = tokenOf(ctx, 'the admin key')
  if (isAdminKey(deps, token)) return OPERATOR
  return refuse(deps, ctx, unauthorized('This takes the admin key, and this is not it'))
}

/**
 * Lets the admin key and this remote's own deploy tokens through. Reads headers only. Deploy tokens are 256 random bits:
 * a good one is never locked out by what others at its address do, and one that was good once is no guess.
 * @param remote null where a token may ask about its own remote, whichever that is
 * @param action what the use is logged as
 * @throws HttpError 401 (unknown, expired, revoked), 403 (another remote's token), 429 while the address is locked and
 *   this is no known token
 */
export async function requireDeployer(
  deps: DeployAuthDeps,
  ctx: ApiContext,
  remote: string | null,
  action: string,
): Promise<Deployer> {
  const token = tokenOf(ctx, 'a deploy token or the admin key')
  const use = DEPLOY_TOKEN.test(token)
    ? await deps.repositories.deployTokens.use(hashOfToken(token), remote, action)
    : null
  switch (use?.outcome) {
    case 'accepted':
      return { actor: `${use.label} (token ${use.id.slice(0, 8)})`, remote: use.name, token: use.id }
    case 'other-remote':
      throw tell(ctx, new HttpError(403, 'FORBIDDEN', `This deploy token opens ${use.name}, not ${remote}`))
    case 'expired':
      throw tell(ctx, unauthorized('This deploy token has expired: create another one'))
    case 'revoked':
      throw tell(ctx, unauthorized('This deploy token was revoked'))
    default:
      await refuseLocked(deps, ctx)
      if (isAdminKey(deps, token)) return OPERATOR
      return refuse(deps, ctx, unauthorized('This is neither the admin key nor a deploy token'))
  }
}
