import { type Rollout, rollbackBody, rolloutChangeBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { requireDeployer } from '../http/deploy-auth.ts'
import { limit } from '../http/rate-limit.ts'
import { remoteOf } from '../http/remote-name.ts'
import { readBody } from '../http/validate.ts'
import { speakPlainly } from '../repositories/speak-plainly.ts'

export const rolloutsRoutes = (deps: Deps): ApiRouter => {
  const { rollouts } = deps.repositories
  /** Applies a rollout change, logs it, and responds with the new rollout. */
  const change = async (ctx: ApiContext, action: string, actor: string, work: Promise<Rollout>) => {
    const rollout = await speakPlainly(work)
    deps.releases.invalidate()
    ctx.state.log.info({ remote: rollout.name, action, actor, rollout }, 'a rollout was changed')
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { rollout }
  }
  const limited = limit(deps, { name: 'rollouts-address', points: 120, seconds: 60, by: 'address' })
  return createRouter()
    .get('/api/rollouts', limited, async (ctx) => {
      const { remote } = await requireDeployer(deps, ctx, null, 'list')
      const all = (await rollouts.all()).map(({ rollout }) => rollout)
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { rollouts: remote === null ? all : all.filter(({ name }) => name === remote) }
    })
    .post('/api/remotes/:name/promote', limited, async (ctx) => {
      const name = remoteOf(ctx)
      const { actor } = await requireDeployer(deps, ctx, name, 'promote')
      const { message, generation } = await readBody(ctx, rolloutChangeBody)
      await change(ctx, 'promote', actor, rollouts.promote(name, { actor, message, generation }))
    })
    .post('/api/remotes/:name/rollback', limited, async (ctx) => {
      const name = remoteOf(ctx)
      const { actor } = await requireDeployer(deps, ctx, name, 'rollback')
      const { message, generation, version } = await readBody(ctx, rollbackBody)
      await change(ctx, 'rollback', actor, rollouts.rollBack(name, { actor, message, generation, version }))
    })
    .post('/api/remotes/:name/halt', limited, async (ctx) => {
      const name = remoteOf(ctx)
      const { actor } = await requireDeployer(deps, ctx, name, 'halt')
      const { message, generation } = await readBody(ctx, rolloutChangeBody)
      await change(ctx, 'halt', actor, rollouts.halt(name, { actor, message, generation }))
    })
}
