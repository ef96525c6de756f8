import type { Failure } from '../../state/run.ts'

const FALLBACK = 'An unexpected error occurred during analysis'

interface Told {
  message?: unknown
  code?: unknown
  status?: unknown
  requestId?: unknown
}

/**
 * An error in the words of the catalogue (2 §8). Read by its shape: the host's error class is another copy of the
 * same source, so `instanceof` would not know it.
 */
export function failureOf(error: unknown, cost: string): Failure {
  const told: Told = typeof error === 'object' && error !== null ? error : {}
  const said = typeof told.message === 'string' && told.message !== '' ? told.message : FALLBACK
  const code = typeof told.code === 'string' ? told.code : 'UNKNOWN_ERROR'
  return {
    message: code === 'CHARGE_FAILED' ? `Failed to use credit: ${said}` : said,
    code,
    status: typeof told.status === 'number' ? told.status : 0,
    requestId: typeof told.requestId === 'string' && told.requestId !== '' ? told.requestId : null,
    cost,
  }
}

/** The server's own record of a failure, which ended a stream: it has released the run. */
export class ReleasedError extends Error {
  code: string
  requestId: string
  constructor(record: { message: string; code: string; requestId: string }) {
    super(record.message)
    this.code = record.code
    this.requestId = record.requestId
  }
}

/** The stream ended without `end` or `error`: whether the run was charged is not known here. */
export class CutError extends Error {
  code = 'CONNECTION_ERROR'
  constructor() {
    super('Unable to connect to AI analysis server. Please check if the server is running.')
  }
}
