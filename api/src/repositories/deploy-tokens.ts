import { createTokenResponse, tokensResponse } from '@propsight/shared/contracts'
import * as z from 'zod'
import { type DataService, rowsOf } from './data-service.ts'

const created = createTokenResponse.omit({ token: true })
const listed = tokensResponse.shape.tokens.element
const use = z
  .object({
    id: z.uuid(),
    name: z.string(),
    label: z.string(),
    outcome: z.enum(['accepted', 'expired', 'revoked', 'other-remote']),
  })
  .nullable()
/** The result of using a known token; `name` is the remote of the token. */
export type TokenUse = z.infer<typeof use>

export interface DeployTokensRepository {
  /** `hash` is the SHA-256 of the token in hex; the token itself is never stored. */
  create(token: {
    name: string
    label: string
    hash: string
    days: number
    actor: string
  }): Promise<z.infer<typeof created>>
  /**
   * Records the use of a token and returns its result; null for an unknown token.
   * @param name the requested remote; null to accept the remote of the token
   */
  use(hash: string, name: string | null, action: string): Promise<TokenUse>
  list(name: string): Promise<z.infer<typeof listed>[]>
  /** @returns false when the remote has no such token */
  revoke(name: string, id: string, actor: string): Promise<boolean>
}

/** Deploy tokens, stored as hashes, through database functions. */
export const createDeployTokensRepository = (data: DataService): DeployTokensRepository => ({
  create: ({ name, label, hash, days, actor }) =>
    data.rpc(
      'create_deploy_token',
      { p_name: name, p_label: label, p_hash: hash, p_days: days, p_actor: actor },
      created,
    ),
  use: (hash, name, action) =>
    data.rpc('use_deploy_token', { p_hash: hash, p_name: name, p_action: action }, use),
  list: (name) => data.rpc('list_deploy_tokens', { p_name: name }, rowsOf('list_deploy_tokens', listed)),
  revoke: (name, id, actor) =>
    data.rpc('revoke_deploy_token', { p_name: name, p_id: id, p_actor: actor }, z.boolean()),
})
