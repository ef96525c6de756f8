import { createHash } from 'node:crypto'
import type { CommonPasswordsResponse } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { isKnown } from '../http/cache-headers.ts'
import { limit } from '../http/rate-limit.ts'
import { listCommonPasswords } from '../services/accounts/common-passwords.ts'

const MAX_AGE_SECONDS = 86_400

/**
 * `GET /api/common-passwords`: the passwords that sign-up refuses, without sign-in. The page compares them
 * itself, so that no password is sent before the account is created.
 */
export const commonPasswordsRoutes = (deps: Deps): ApiRouter => {
  const answer: CommonPasswordsResponse = { passwords: listCommonPasswords(deps.env.PASSWORD_MIN_LENGTH) }
  const body = JSON.stringify(answer)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return createRouter().get(
    '/api/common-passwords',
    limit(deps, { name: 'common-passwords-address', points: 60, seconds: 60, by: 'address' }),
    (ctx) => {
      ctx.set('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`)
      ctx.set('ETag', etag)
      if (isKnown(ctx, etag)) {
        ctx.status = 304
        return
      }
      ctx.type = 'application/json; charset=utf-8'
      ctx.body = body
    },
  )
}
