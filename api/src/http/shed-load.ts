import { type AdmissionLimits, createAdmission } from '../platform/concurrency/admission.ts'
import { watchEventLoopUse } from '../platform/concurrency/event-loop.ts'
import { HttpError } from '../platform/errors.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { ApiMiddleware } from './context.ts'

/**
 * Request class, each with its own load limit: analyses, requests that change data, requests that read data,
 * and files of releases.
 */
export type RequestClass = 'analysis' | 'change' | 'read' | 'static'

interface ClassifiedRequest {
  requestClass: RequestClass
  /**
   * False for requests that continue a started, perhaps paid analysis: refusing them would waste the work
   * done.
   */
  gated: boolean
}

/** Never refused, under any load: monitoring must work during overload. */
const NEVER_LIMITED = /^\/(health|ready|metrics)([/;]|$)/
const STATIC = /^\/bundles([/;]|$)/
/** Part of a run whose credits are already held or captured. */
const PART_OF_A_RUN =
  /^\/api\/(fetch-lines|game-logs|historical|analyze-performance|player-detail|what-if|news-sentiment|extract-stats)(\/|$)/
const CHANGES = /^\/(api|auth|rest)\//

/** The class of a request; null for a request that is never refused. */
export function classifyRequest(method: string, path: string, hasToken: boolean): ClassifiedRequest | null {
  if (method === 'OPTIONS' || NEVER_LIMITED.test(path)) return null
  if (STATIC.test(path)) return { requestClass: 'static', gated: true }
  if (path === '/api/runs' && method === 'POST') return { requestClass: 'analysis', gated: true }
  // Without a token this is a visitor's board, which starts with the request for lines.
  if (PART_OF_A_RUN.test(path)) return { requestClass: 'analysis', gated: !hasToken }
  if (method !== 'GET' && method !== 'HEAD' && CHANGES.test(path))
    return { requestClass: 'change', gated: true }
  return { requestClass: 'read', gated: true }
}

/**
 * Above this share of busy time the thread is overloaded, and each further request delays all responses. It
 * is below 1 because the thread also waits for the database.
 */
const BUSY_SHARE = 0.8
/** The longest wait of a request during a burst. A later refusal would be of no use to the client. */
const MAX_WAIT_MS = 2_000
/**
 * Limits per request class. An analysis makes three requests one after the other, about two seconds together.
 * Requests that change data may take longest, so that their class is throttled last. Files are answered from
 * memory; the bound of their class is high because a page requests dozens of them at once.
 */
const LIMITS: Record<RequestClass, AdmissionLimits> = {
  analysis: { targetSeconds: 0.7, minInFlight: 6, hard: 512, waiting: 256, maxWaitMs: MAX_WAIT_MS },
  change: { targetSeconds: 2, minInFlight: 16, hard: 512, waiting: 256, maxWaitMs: MAX_WAIT_MS },
  read: { targetSeconds: 0.5, minInFlight: 16, hard: 1_024, waiting: 256, maxWaitMs: MAX_WAIT_MS },
  static: { targetSeconds: 0.5, minInFlight: 64, hard: 2_048, waiting: 512, maxWaitMs: MAX_WAIT_MS },
}
/** Random range of Retry-After, so that clients refused together do not retry together. */
const BACK_SECONDS = { least: 1, most: 5 }

const READS = new Set(['GET', 'HEAD'])

const retryAfter = () =>
  String(BACK_SECONDS.least + Math.floor(Math.random() * (BACK_SECONDS.most - BACK_SECONDS.least + 1)))

export interface ShedPorts {
  readonly metrics: Pick<Metrics, 'shed'>
}

/**
 * Refuses requests that the thread cannot serve in time, before any work starts, so that started work can
 * finish. Request classes are limited independently; `/health`, `/ready` and `/metrics` are not limited.
 */
export function shedLoad({ metrics }: ShedPorts): ApiMiddleware {
  const findAdmission = (name: RequestClass) =>
    createAdmission(LIMITS[name], {
      // Requests that change data wait for the database, which may be overloaded while the thread is not.
      isBusy: () => name === 'change' || loopUse() >= BUSY_SHARE,
      full: () => {
        metrics.shed.inc({ request_class: name })
        const message = 'The server is busy. Try again in a moment.'
        return new HttpError(503, 'UNAVAILABLE', message, { headers: { 'Retry-After': retryAfter() } })
      },
    })
  const classes = {
    analysis: findAdmission('analysis'),
    change: findAdmission('change'),
    read: findAdmission('read'),
    static: findAdmission('static'),
  }
  const loopUse = watchEventLoopUse((seconds) => {
    for (const admission of Object.values(classes)) admission.tick(seconds)
  })
  return async (ctx, next) => {
    const classified = classifyRequest(ctx.method, ctx.path, ctx.get('authorization') !== '')
    if (!classified) return next()
    const { req, res } = ctx
    // A read request is complete with its headers, so an unfinished body is no reason to wait.
    const hasBody = !READS.has(ctx.method)
    const causesNoWork = () =>
      (hasBody && !req.complete) || res.writableNeedDrain || res.writableEnded || ctx.state.isWaiting === true
    const leave = await classes[classified.requestClass].enter(classified.gated, causesNoWork)
    // The client disconnected while the request waited. Its `close` event has passed and will not fire again.
    if (ctx.res.closed) {
      leave()
      ctx.respond = false
      return
    }
    ctx.res.once('close', leave)
    await next()
  }
}
