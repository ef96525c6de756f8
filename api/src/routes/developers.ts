import { developerBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { requireAdmin } from '../http/admin-auth.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { speakPlainly } from '../repositories/speak-plainly.ts'

export const developersRoutes = (deps: Deps): ApiRouter => {
  const limited = limit(deps, { name: 'developers-address', points: 60, seconds: 60, by: 'address' })
  const set = async (ctx: ApiContext, granted: boolean) => {
    const { actor } = await requireAdmin(deps, ctx)
    const { email } = await readBody(ctx, developerBody)
    await speakPlainly(deps.repositories.rollouts.setDeveloper(email, granted, actor))
    ctx.state.log.info({ email, granted, actor }, 'the developer role was changed')
    ctx.status = 204
  }
  return createRouter()
    .put('/api/developers', limited, (ctx) => set(ctx, true))
    .delete('/api/developers', limited, (ctx) => set(ctx, false))
}
