import { performance } from 'node:perf_hooks'
import { watchEventLoopUse } from '../platform/concurrency/event-loop.ts'
import { HttpError } from '../platform/errors.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { ApiMiddleware } from './context.ts'

/**
 * Admission control of one request class. Requests of one class queue for each other, never for another
 * class.
 */
export interface Admission {
  /**
   * Admits a request, at once or after waiting. Call the returned function when the request is done.
   * @param gated false for a request that continues a started run: it counts as in flight, and is refused
   *   only at twice the hard limit
   * @param causesNoWork returns true while the request waits for something else: its body is still being
   *   received, written parts of the response are not read, or other requests of the same user come first. Such
   *   a request counts against the hard limit only: a few slow clients, or one user, must not block the class
   * @throws the error of `full` if the queue is full or the wait too long
   */
  enter(gated: boolean, causesNoWork?: (() => boolean) | undefined): Promise<() => void>
  /**
   * Updates the measured throughput and admits waiting requests. Call it at regular intervals.
   * @param seconds time since the previous call
   */
  tick(seconds: number): void
}

export interface AdmissionLimits {
  /**
   * Target duration of a request under overload, in seconds. By Little's law, the number of requests in
   * flight is the throughput times this duration, so the limit adapts to the machine and to the work without
   * configuration.
   */
  targetSeconds: number
  /** Lower bound on the limit of requests in flight, for slow machines. */
  minInFlight: number
  /** Maximum number of requests in flight, also on an idle machine. It bounds their memory. */
  hard: number
  /** Maximum number of waiting requests. */
  waiting: number
  /** Maximum wait during a burst, in milliseconds: about as long as users wait. */
  maxWaitMs: number
}

/** Weight of a new measurement in the moving average of the throughput. */
const THROUGHPUT_SAMPLE_WEIGHT = 0.25
/** A queue that has existed for this long is not a burst: the load exceeds the throughput. */
const STANDING_MS = 1_500
/** Maximum wait in a standing queue. */
const STANDING_WAIT_MS = 400

interface AdmissionOptions {
  /** Returns true under overload; otherwise only `hard` limits the class. */
  isBusy: () => boolean
  /** Creates the error of a refused request. */
  full: () => Error
  now?: () => number
}

/** The requests in flight of one class: their number, the throughput, and those that cause no work at present. */
class RequestsInFlight {
  readonly #limits: AdmissionLimits
  readonly #isBusy: () => boolean
  readonly #waitChecks = new Set<() => boolean>()
  #done = 0
  #perSecond = 0
  count = 0

  constructor(limits: AdmissionLimits, isBusy: () => boolean) {
    this.#limits = limits
    this.#isBusy = isBusy
  }

  hasRoom(): boolean {
    const { hard, minInFlight, targetSeconds } = this.#limits
    if (this.count >= hard) return false
    const most = this.#isBusy()
      ? Math.min(hard, Math.max(minInFlight, this.#perSecond * targetSeconds))
      : hard
    return this.count < most || this.count - this.#countWithoutWork() < most
  }

  /** Counts a request. @returns a function that ends it; further calls have no effect */
  occupy(causesNoWork: (() => boolean) | undefined, onEnd: () => void): () => void {
    this.count += 1
    if (causesNoWork) this.#waitChecks.add(causesNoWork)
    let released = false
    return () => {
      if (released) return
      released = true
      if (causesNoWork) this.#waitChecks.delete(causesNoWork)
      this.count -= 1
      this.#done += 1
      onEnd()
    }
  }

  measure(seconds: number): void {
    this.#perSecond += THROUGHPUT_SAMPLE_WEIGHT * (this.#done / seconds - this.#perSecond)
    this.#done = 0
  }

  #countWithoutWork(): number {
    let count = 0
    for (const causesNoWork of this.#waitChecks) if (causesNoWork()) count += 1
    return count
  }
}

/**
 * Admission control of one request class by controlled delay. In a burst, requests wait. In a standing queue,
 * new requests are refused early, because otherwise clients give up on requests that the server then
 * processes in vain. Sources: Nichols and Jacobson, ACM Queue 10(5), 2012; Maurer, Fail at Scale, ACM Queue
 * 13(8), 2015.
 */
export function createAdmission(
  limits: AdmissionLimits,
  { isBusy, full, now = () => performance.now() }: AdmissionOptions,
): Admission {
  const inFlight = new RequestsInFlight(limits, isBusy)
  const queue: (() => void)[] = []
  let queueSince = 0

  const admitWaiting = () => {
    while (queue.length > 0 && inFlight.hasRoom()) queue.shift()?.()
  }
  const occupy = (causesNoWork?: () => boolean) => inFlight.occupy(causesNoWork, admitWaiting)
  const wait = (causesNoWork?: () => boolean): Promise<() => void> => {
    if (queue.length >= limits.waiting) throw full()
    if (queue.length === 0) queueSince = now()
    const patience = now() - queueSince > STANDING_MS ? STANDING_WAIT_MS : limits.maxWaitMs
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const admit = () => {
      clearTimeout(timer)
      resolve(occupy(causesNoWork))
    }
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(admit), 1)
      admitWaiting()
      reject(full())
    }, patience)
    queue.push(admit)
    return promise
  }
  return {
    async enter(gated, causesNoWork) {
      if (!gated) {
        if (inFlight.count >= 2 * limits.hard) throw full()
        return occupy(causesNoWork)
      }
      // A new request never overtakes a waiting one.
      if (queue.length === 0 && inFlight.hasRoom()) return occupy(causesNoWork)
      return await wait(causesNoWork)
    },
    tick(seconds) {
      inFlight.measure(seconds)
      admitWaiting()
    },
  }
}

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
