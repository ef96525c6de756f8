import type { Logger } from 'pino'
import type { OpenSpan } from '../platform/telemetry/telemetry.ts'
import type { ApiState } from './context.ts'

/** What a request begins with. Its log is made when it is first asked for: most requests have nothing to say. */
export function openState(log: Logger, requestId: string, span: OpenSpan): ApiState {
  let own: Logger | undefined
  return {
    requestId,
    span,
    get log() {
      own ??= log.child(namesOf({ requestId, span }))
      return own
    },
  }
}

/** By which names the log finds a request. */
export const namesOf = ({ requestId, span }: Pick<ApiState, 'requestId' | 'span'>) =>
  span.traceId === null ? { requestId } : { requestId, traceId: span.traceId }
