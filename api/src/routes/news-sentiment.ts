import { type NewsSentimentResponse, newsSentimentBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { requireRun } from '../services/accounts/runs.ts'
import { playerNews } from '../services/analysis/player-news.ts'

/** `POST /api/news-sentiment` (N4): the effect of roster transactions on a run's players. Free of charge. */
export const newsSentimentRoutes = (deps: Deps): ApiRouter =>
  createRouter().post(
    '/api/news-sentiment',
    limit(deps, { name: 'news-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps),
    limit(deps, { name: 'news', points: 20, seconds: 60, by: 'user' }),
    async (ctx) => {
      const { runId, players } = await readBody(ctx, newsSentimentBody)
      await requireRun(deps, userOf(ctx), runId)
      ctx.body = { success: true, data: await playerNews(deps, players) } satisfies NewsSentimentResponse
    },
  )
