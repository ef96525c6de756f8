import Router from '@koa/router'
import * as z from 'zod'
import type { Game } from '../../world/entities.ts'
import { answer } from '../answer.ts'
import type { LeagueIndex } from '../league-index.ts'
import type { LeagueState } from '../league-state.ts'
import { presentBoxscore } from './boxscore.ts'
import { presentFeed } from '../present/feed.ts'
import { presentLinescore } from './game-state.ts'
import { idSchema, readQuery } from '../query.ts'
import { notFound } from '../service-error.ts'

/** Paths of one game: box score, line score, live feed. */
export function gameRoutes(state: LeagueState): Router {
  const router = new Router()
  const serve = (path: string, present: (index: LeagueIndex, game: Game) => object) => {
    router.get(path, (ctx) => {
      const { pk } = readQuery(z.object({ pk: idSchema }), ctx.params)
      const index = state.index()
      const game = index.games.get(pk)
      if (!game) throw notFound()
      answer(ctx, present(index, game))
    })
  }
  serve('/api/v1/game/:pk/boxscore', presentBoxscore)
  serve('/api/v1/game/:pk/linescore', presentLinescore)
  serve('/api/v1.1/game/:pk/feed/live', presentFeed)
  return router
}
