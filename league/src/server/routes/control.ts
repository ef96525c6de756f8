import { text } from 'node:stream/consumers'
import Router from '@koa/router'
import * as z from 'zod'
import type { MovableClock } from '../movable-clock.ts'
import { badRequest } from '../service-error.ts'

const bodySchema = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({ advanceMinutes: z.number().min(-525_600).max(525_600) }),
])

const read = (body: string): z.infer<typeof bodySchema> => {
  try {
    return bodySchema.parse(JSON.parse(body))
  } catch {
    throw badRequest('Give { "now": "<instant>" } or { "advanceMinutes": <number> }')
  }
}

/** `PUT /control/clock`, for tests only: sets the league's clock, or moves it by a number of minutes. */
export function controlRoutes(clock: MovableClock): Router {
  const router = new Router()
  router.put('/control/clock', async (ctx) => {
    const body = read(await text(ctx.req))
    const instant =
      'now' in body ? Date.parse(body.now) : clock.now().getTime() + body.advanceMinutes * 60_000
    clock.moveTo(new Date(instant))
    ctx.body = { now: clock.now().toISOString(), today: clock.today() }
  })
  return router
}
