import type { Deps } from '../deps.ts'
import { createLane, type Lane, type LaneLimits } from '../platform/concurrency/admission.ts'
import { watchThread } from '../platform/concurrency/thread-use.ts'
import { HttpError } from '../platform/errors.ts'
import type { ApiMiddleware } from './context.ts'
import { type LaneName, laneOf } from './lane-of.ts'

/**
 * Above this share of its time the thread has work waiting: what comes more only makes everybody's answers later. Less
 * than all of it, since calls of the database are waited for in between.
 */
const BUSY_SHARE = 0.8
/** A burst is waited out for so long: a refusal that comes later is as bad as none. */
const PATIENCE_MS = 2_000
/**
 * Requests of one analysis are three, one after the other: together they may take some two seconds. What changes
 * something may take longest, so that of all lanes it is the last to be made narrow.
 */
const LIMITS: Record<LaneName, LaneLimits> = {
  analysis: { targetSeconds: 0.7, fewest: 6, hard: 512, waiting: 256, patienceMs: PATIENCE_MS },
  change: { targetSeconds: 2, fewest: 16, hard: 512, waiting: 256, patienceMs: PATIENCE_MS },
  read: { targetSeconds: 0.5, fewest: 16, hard: 1_024, waiting: 256, patienceMs: PATIENCE_MS },
}
/** Spread, so that those who were refused together do not come back together. */
const BACK_SECONDS = { least: 1, most: 5 }

const READS = new Set(['GET', 'HEAD'])

const retryAfter = () =>
  String(BACK_SECONDS.least + Math.floor(Math.random() * (BACK_SECONDS.most - BACK_SECONDS.least + 1)))

/**
 * Turns away what the thread cannot do in time, at once and before anything is begun, so that what is begun is finished.
 * The lanes do not wait for one another; `/health`, `/ready`, `/metrics` and files wait for none.
 */
export function shedLoad({ metrics }: Pick<Deps, 'metrics'>): ApiMiddleware {
  const lanes = new Map<LaneName, Lane>()
  const thread = watchThread((seconds) => {
    for (const lane of lanes.values()) lane.tick(seconds)
  })
  const laneFor = (name: LaneName): Lane => {
    const known = lanes.get(name)
    if (known) return known
    const lane = createLane(LIMITS[name], {
      // What changes something waits for the database, which may be full while the thread is not.
      isBusy: () => name === 'change' || thread.use() >= BUSY_SHARE,
      full: () => {
        metrics.shed.inc({ lane: name })
        const message = 'There is more to do than can be done at once. Try again in a moment.'
        return new HttpError(503, 'UNAVAILABLE', message, { headers: { 'Retry-After': retryAfter() } })
      },
    })
    lanes.set(name, lane)
    return lane
  }
  return async (ctx, next) => {
    const asked = laneOf(ctx.method, ctx.path, ctx.get('authorization') !== '')
    if (!asked) return next()
    // Whoever only reads has all of his question in the address: a body that he never ends is no reason to wait for it.
    const isSending = READS.has(ctx.method) ? undefined : () => !ctx.req.complete
    const leave = await laneFor(asked.lane).enter(asked.gated, isSending)
    // Gone while it waited: nobody is there to be answered, and no event would say so any more.
    if (ctx.res.closed) {
      leave()
      ctx.respond = false
      return
    }
    ctx.res.once('close', leave)
    await next()
  }
}
