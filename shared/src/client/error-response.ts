import * as z from 'zod'
import { ApiError, SERVER_ERROR_MESSAGE } from './api-error.ts'

const text = z.string().min(1).optional().catch(undefined)
const loose = z.object({ message: text, error: text, code: text, requestId: text }).catch({})

/**
 * Converts an error response to an `ApiError`. Its text is the body's `message`, else `error`, else 'Server
 * error occurred'.
 */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const body = loose.parse(await response.json().catch(() => null))
  return new ApiError(
    body.message ?? body.error ?? SERVER_ERROR_MESSAGE,
    response.status,
    body.code ?? 'SERVER_ERROR',
    body.requestId ?? response.headers.get('x-request-id'),
    Number.parseInt(response.headers.get('retry-after') ?? '', 10) || null,
  )
}
