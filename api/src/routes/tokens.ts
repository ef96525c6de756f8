import { randomBytes } from 'node:crypto'
import { createTokenBody } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { hashOfToken, requireOperator } from '../http/deploy-auth.ts'
import { limit } from '../http/rate-limit.ts'
import { remoteOf } from '../http/remote-name.ts'
import { readBody } from '../http/validate.ts'
import { notFound } from '../platform/errors.ts'

const TOKEN_BYTES = 32
const tokenId = z.uuid()

export const tokensRoutes = (deps: Deps): ApiRouter => {
  const { deployTokens } = deps.repositories
  const limited = limit(deps, { name: 'tokens-address', points: 60, seconds: 60, by: 'address' })
  return createRouter()
    .post('/api/remotes/:name/tokens', limited, async (ctx) => {
      const name = remoteOf(ctx)
      const { actor } = await requireOperator(deps, ctx)
      const { label, days } = await readBody(ctx, createTokenBody)
      const token = `psd_${randomBytes(TOKEN_BYTES).toString('base64url')}`
      const created = await deployTokens.create({ name, label, days, actor, hash: hashOfToken(token) })
      ctx.state.log.info({ remote: name, actor, tokenId: created.id }, 'a deploy token was created')
      ctx.set('Cache-Control', 'no-store')
      ctx.status = 201
      ctx.body = { ...created, token }
    })
    .get('/api/remotes/:name/tokens', limited, async (ctx) => {
      const name = remoteOf(ctx)
      await requireOperator(deps, ctx)
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { tokens: await deployTokens.list(name) }
    })
    .delete('/api/remotes/:name/tokens/:id', limited, async (ctx) => {
      const name = remoteOf(ctx)
      const { actor } = await requireOperator(deps, ctx)
      const { data: id } = tokenId.safeParse(ctx.params.id)
      const revoked = id !== undefined && (await deployTokens.revoke(name, id, actor))
      if (!revoked) throw notFound(`${name} has no such deploy token`)
      ctx.state.log.info({ remote: name, actor, tokenId: id }, 'a deploy token was revoked')
      ctx.status = 204
    })
}
