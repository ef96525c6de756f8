import type { ErrorCode } from '@propsight/shared/contracts'
import { HttpError } from '../../http/error.ts'
import { DatabaseRefusal } from '../../repositories/data-service.ts'

const CODES: Record<number, ErrorCode> = { 401: 'UNAUTHORIZED', 404: 'NOT_FOUND', 409: 'CONFLICT' }

/** Passes on what the database refuses on purpose, word for word. @throws HttpError 400, 401, 404, 409 */
export async function speakPlainly<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error
    throw new HttpError(error.status, CODES[error.status] ?? 'BAD_REQUEST', error.message, { cause: error })
  }
}
