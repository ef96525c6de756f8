import type { ErrorCode } from '@propsight/shared/contracts'
import { HttpError } from '../platform/errors.ts'
import { DatabaseRefusal } from './data-service.ts'

const CODES: Record<number, ErrorCode> = { 401: 'UNAUTHORIZED', 404: 'NOT_FOUND', 409: 'CONFLICT' }
const codeOfStatus = ({ status }: DatabaseRefusal): ErrorCode => CODES[status] ?? 'BAD_REQUEST'

/**
 * Maps a refusal of the database to an HTTP error with the same message.
 * @param codeOf maps the refusal to the error code for clients
 * @throws HttpError with status and message of the refusal; other errors unchanged
 */
export async function speakPlainly<T>(
  work: Promise<T>,
  codeOf: (refusal: DatabaseRefusal) => ErrorCode = codeOfStatus,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DatabaseRefusal)) throw error
    throw new HttpError(error.status, codeOf(error), error.message, { cause: error })
  }
}
