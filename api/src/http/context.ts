import Router from '@koa/router'
import type Koa from 'koa'
import type { Logger } from 'pino'
import type { OpenSpan } from '../platform/telemetry/telemetry.ts'

/** The user of a verified token. */
export interface SignedInUser {
  id: string
  email: string
  /** The session id of the token, if it contains one. */
  sessionId?: string
}

export interface ApiState {
  requestId: string
  /** Logger whose entries contain the request id. */
  readonly log: Logger
  /** Trace span of this request. */
  span: OpenSpan
  user?: SignedInUser
  /** Name of the request in log and metrics, for requests that no route of the router handles. */
  route?: string
  /** Milliseconds per step of this response, sent as `Server-Timing` in addition to the total. */
  timings?: Record<string, number>
}

export type ApiContext = Koa.ParameterizedContext<ApiState>
export type ApiMiddleware = Koa.Middleware<ApiState>
export type ApiRouter = Router<ApiState>

/** A router with the typed request state. `routes/index.ts` mounts it. */
export const createRouter = (): ApiRouter => new Router<ApiState>()
