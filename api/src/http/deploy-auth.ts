import { createHash } from 'node:crypto'
import { HttpError, unauthorized } from '../platform/errors.ts'
import type { DeployTokensRepository } from '../repositories/deploy-tokens.ts'
import { type Admin, type AdminAuthPorts, logRefusal, requireAdmin } from './admin-auth.ts'
import { bearerToken } from './auth.ts'
import type { ApiContext } from './context.ts'

const DEPLOY_TOKEN = /^psd_[A-Za-z0-9_-]{43}$/
/** Also a truncated one. No admin key begins like this, so it is no guess of one. */
const LIKE_DEPLOY_TOKEN = /^psd_/
/** Actor in the history of releases for a request with the admin key. */
const OPERATOR = 'operator'

/** The authenticated party of a deployment request. */
export interface Deployer {
  actor: string
  /** The only remote it may act on; null for all remotes. */
  remote: string | null
  /** Id of the deploy token; null for an administrator. */
  token: string | null
}

const asDeployer = ({ userId }: Admin): Deployer => ({ actor: userId ?? OPERATOR, remote: null, token: null })

export type DeployerPorts = AdminAuthPorts & {
  readonly repositories: { readonly deployTokens: Pick<DeployTokensRepository, 'use'> }
}

/** The stored form of a deploy token: SHA-256, in hex. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Admits administrators only, as `requireAdmin` does. Reads headers only.
 * @throws HttpError 401, 403, 429 while the address is locked
 */
export const requireOperator = async (deps: AdminAuthPorts, ctx: ApiContext): Promise<Deployer> =>
  asDeployer(await requireAdmin(deps, ctx))

/**
 * Admits administrators and the deploy tokens of this remote. Reads headers only. Deploy tokens are 256
 * random bits, so a known token is accepted while its address is locked, and an unknown one does not count as a guess
 * of the admin key.
 * @param remote null to accept a token of any remote
 * @param action name of the use in the audit log
 * @throws HttpError 401 (unknown, expired, revoked), 403 (token of another remote, not an administrator), 429
 * for another text while the address is locked
 */
export async function requireDeployer(
  deps: DeployerPorts,
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
      throw logRefusal(
        ctx,
        new HttpError(403, 'FORBIDDEN', `This deploy token opens ${use.name}, not ${remote}`),
      )
    case 'expired':
      throw logRefusal(ctx, unauthorized('This deploy token has expired: create another one'))
    case 'revoked':
      throw logRefusal(ctx, unauthorized('This deploy token was revoked'))
    default:
      if (LIKE_DEPLOY_TOKEN.test(token))
        throw logRefusal(ctx, unauthorized('This deploy token is not known: it is incomplete or was removed'))
      return asDeployer(
        await requireAdmin(deps, ctx, {
          expected: 'a deploy token or the admin key',
          wrong: 'This is neither the admin key nor a deploy token',
        }),
      )
  }
}
