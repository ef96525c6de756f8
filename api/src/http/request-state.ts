import type { Logger } from 'pino'
import type { OpenSpan } from '../platform/telemetry/telemetry.ts'
import type { ApiState } from './context.ts'

/** The initial state of a request. Its logger is created on first use, since most requests log nothing. */
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

/** The fields that identify a request in the log. */
export const namesOf = ({ requestId, span }: Pick<ApiState, 'requestId' | 'span'>) =>
  span.traceId === null ? { requestId } : { requestId, traceId: span.traceId }
