import Router from '@koa/router'
import type Koa from 'koa'
import type { Logger } from 'pino'
import type { OpenSpan } from '../platform/telemetry/telemetry.ts'

/** Who a verified token speaks for. */
export interface SignedInUser {
  id: string
  email: string
  /** The session that the token was made for, where it names one. */
  sessionId?: string
}

export interface ApiState {
  requestId: string
  /** Carries the request id. */
  readonly log: Logger
  /** This request, as it is traced. */
  span: OpenSpan
  user?: SignedInUser
  /** What the log and the metrics call this request, where no route of the router took it. */
  route?: string
  /** Milliseconds of the parts of this answer, told as `Server-Timing` beside the total. */
  timings?: Record<string, number>
}

export type ApiContext = Koa.ParameterizedContext<ApiState>
export type ApiMiddleware = Koa.Middleware<ApiState>
export type ApiRouter = Router<ApiState>

/** A router whose context carries our state. Mount it in `routes/index.ts`. */
export const createRouter = (): ApiRouter => new Router<ApiState>()
