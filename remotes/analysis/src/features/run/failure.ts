import type { Failure } from '../../state/run.ts'

const FALLBACK = 'An unexpected error occurred during analysis'

interface ErrorShape {
  message?: unknown
  code?: unknown
  status?: unknown
  requestId?: unknown
}

/**
 * Maps an error to the messages of the error catalogue (N7). It checks the shape of the error, because the
 * shell has its own copy of the error class and `instanceof` fails across bundles.
 */
export function toFailure(error: unknown, cost: string): Failure {
  const shape: ErrorShape = typeof error === 'object' && error !== null ? error : {}
  const message = typeof shape.message === 'string' && shape.message !== '' ? shape.message : FALLBACK
  const code = typeof shape.code === 'string' ? shape.code : 'UNKNOWN_ERROR'
  return {
    message: code === 'CHARGE_FAILED' ? `Failed to use credit: ${message}` : message,
    code,
    status: typeof shape.status === 'number' ? shape.status : 0,
    requestId: typeof shape.requestId === 'string' && shape.requestId !== '' ? shape.requestId : null,
    cost,
  }
}

/** An error record that ended a stream: the server failed. The run stays paid. */
export class StreamError extends Error {
  code: string
  requestId: string
  constructor(record: { message: string; code: string; requestId: string }) {
    super(record.message)
    this.code = record.code
    this.requestId = record.requestId
  }
}

/** The stream ended without an `end` or `error` record. */
export class StreamCutError extends Error {
  code = 'CONNECTION_ERROR'
  constructor() {
    super('Unable to connect to AI analysis server. Please check if the server is running.')
  }
}
