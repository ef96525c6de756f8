import { createHash } from 'node:crypto'
import { HttpError, unauthorized } from '../platform/errors.ts'
import { type Admin, type AdminAuthDeps, requireAdmin } from './admin-auth.ts'
import { tell } from './admin-key.ts'
import { bearerToken } from './auth.ts'
import type { ApiContext } from './context.ts'

const DEPLOY_TOKEN = /^psd_[A-Za-z0-9_-]{43}$/
/** What the history of releases calls the holder of the admin key. */
const OPERATOR = 'operator'

/** Who acts, as the records say it. */
export interface Deployer {
  actor: string
  /** Which one they may act on; null for every one. */
  remote: string | null
  /** Id of the deploy token; null for an administrator. */
  token: string | null
}

const asDeployer = ({ userId }: Admin): Deployer => ({ actor: userId ?? OPERATOR, remote: null, token: null })

/** How a deploy token is stored. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Lets administrators through, nobody else; `requireAdmin` says how. Reads headers only.
 * @throws HttpError 401, 403, 429 while the address is locked
 */
export const requireOperator = async (deps: AdminAuthDeps, ctx: ApiContext): Promise<Deployer> =>
  asDeployer(await requireAdmin(deps, ctx))

/**
 * Lets administrators and this remote's own deploy tokens through. Reads headers only. Deploy tokens are 256 random
 * bits: a good one is never locked out by what others at its address do, and one that was good once is no guess.
 * @param remote null where a token may ask about its own remote, whichever that is
 * @param action what the use is logged as
 * @throws HttpError 401 (unknown, expired, revoked), 403 (another remote's token, no administrator), 429 while the
 *   address is locked and this is no known token
 */
export async function requireDeployer(
  deps: AdminAuthDeps,
  ctx: ApiContext,
  remote: string | null,
  action: string,
): Promise<Deployer> {
  const token = bearerToken(ctx) ?? ''
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
      return asDeployer(
        await requireAdmin(deps, ctx, {
          wanted: 'a deploy token or the admin key',
          wrong: 'This is neither the admin key nor a deploy token',
        }),
      )
  }
}
