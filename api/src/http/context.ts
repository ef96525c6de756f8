import Router from '@koa/router'
import type Koa from 'koa'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { OpenSpan } from '../platform/telemetry/telemetry.ts'
import type { SignedInUser } from '../platform/token-verifier.ts'

type Match = ReturnType<ApiRouter['match']>

/**
 * Limit of the cache: clients can write the path of one route in many ways (upper case, trailing slashes).
 */
const MOST_REMEMBERED = 1_000

const isFixed = ({ path, route }: Match) =>
  route && path.every((layer) => typeof layer.path === 'string' && layer.paramNames.length === 0)

/** A copy, since the router may append to the list that it gets. */
const copyOf = (match: Match): Match => ({ ...match, path: [...match.path] })

/**
 * Caches which routes match a path. The router tries its ninety patterns one after another, which takes a
 * tenth of the time of a short response. Paths with parameters and paths without a route are not cached.
 * @param router a router with all its routes registered
 * @returns the same router
 */
export function cacheMatches(router: ApiRouter): ApiRouter {
  const cache = new LRUCache<string, Match>({ max: MOST_REMEMBERED })
  const match = router.match.bind(router)
  router.match = (path, method) => {
    const key = `${method} ${path}`
    const cached = cache.get(key)
    if (cached) return copyOf(cached)
    const found = match(path, method)
    if (!isFixed(found)) return found
    cache.set(key, copyOf(found))
    return found
  }
  return router
}

export interface ApiState {
  requestId: string
  /** Logger whose entries contain the request id. */
  readonly log: Logger
  /** Trace span of this request. */
  span: OpenSpan
  /** 32 hex digits: the trace of the span, else that of the caller's `traceparent`; null without both. */
  traceId: string | null
  user?: SignedInUser
  /** Whether the request causes no work now: it waits for other requests of the same user, or in a queue with a bound. */
  isWaiting?: boolean
  /** Name of the request in log and metrics, for requests that no route of the router handles. */
  route?: string
  /** Milliseconds per step of this response, sent as `Server-Timing` in addition to the total. */
  timings?: Record<string, number>
}

export type ApiContext = Koa.ParameterizedContext<ApiState>
export type ApiMiddleware = Koa.Middleware<ApiState>
export type ApiRouter = Router<ApiState>

/** One reason for all: an error of its own, with its stack, would cost more than many a response. */
const RESPONSE_ENDED = new Error('the response has ended')

/** A signal that aborts when the response has ended or the client has disconnected. */
export function closeSignal({ res }: ApiContext): AbortSignal {
  const controller = new AbortController()
  res.once('close', () => controller.abort(RESPONSE_ENDED))
  if (res.closed) controller.abort(RESPONSE_ENDED)
  return controller.signal
}

/** A router with the typed request state. `routes/index.ts` mounts it. */
export const createRouter = (): ApiRouter => new Router<ApiState>()
