import Router from '@koa/router'
import * as z from 'zod'
import type { LeagueState } from './league-state.ts'
import { presentBoard } from './present/projections.ts'

const PER_PAGE = 250
const MAX_PER_PAGE = 10_000
/** The lines service's id of MLB, the only sport of this board. */
const MLB = 2

const schema = z.object({
  league_id: z.coerce.number().int().optional(),
  per_page: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(PER_PAGE),
  page: z.coerce.number().int().min(1).default(1),
})

/** Path `projections`: the board of the lines service. Errors are in JSON:API format. */
export function projectionRoutes(state: LeagueState): Router {
  const router = new Router()
  router.get('/projections', (ctx) => {
    const parsed = schema.safeParse(ctx.query)
    if (!parsed.success) {
      const parameter = String(parsed.error.issues[0]?.path[0] ?? '')
      ctx.status = 400
      ctx.body = {
        errors: [
          {
            status: '400',
            title: 'Invalid parameter',
            detail: `${parameter} is invalid`,
            source: { parameter },
          },
        ],
      }
      return
    }
    const { league_id, per_page, page } = parsed.data
    const index = state.index()
    const lines = league_id === undefined || league_id === MLB ? index.world.lines : []
    const from = (page - 1) * per_page
    ctx.body = {
      ...presentBoard(index, lines.slice(from, from + per_page), from + 1),
      links: { self: `${ctx.host}${ctx.url}` },
      meta: { current_page: page, total_pages: Math.max(1, Math.ceil(lines.length / per_page)) },
    }
  })
  return router
}
