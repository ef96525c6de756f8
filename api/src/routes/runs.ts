import { startRunBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { startRun } from '../services/accounts/runs.ts'

export const runsRoutes = (deps: Deps): ApiRouter =>
  createRouter().post(
    '/api/runs',
    limit(deps, { name: 'runs-address', points: 60, seconds: 60, by: 'address' }),
    // The error text of C2 for a deduction without a user.
    requireUser(deps, 'No user logged in'),
    limit(deps, { name: 'runs', points: 10, seconds: 60, by: 'user' }),
    async (ctx) => {
      const body = await readBody(ctx, startRunBody)
      ctx.body = await startRun(deps, userOf(ctx).id, body)
    },
  )
