import { HttpError } from '../platform/errors.ts'

export interface PresentedError {
  status: number
  code: string
  message: string
  headers: Record<string, string>
  /** An error of this server: it is logged with its stack. */
  unexpected: boolean
}

/**
 * The part of a failure that the client may see. Only an `HttpError` has details; any other error is a plain
 * 500.
 */
export function presentError(error: unknown): PresentedError {
  if (error instanceof HttpError) {
    const { status, code, message, headers } = error
    return { status, code, message, headers, unexpected: status >= 500 && status !== 503 }
  }
  // A path such as `/%zz` cannot be decoded by the router.
  if (error instanceof URIError || (error instanceof Error && 'status' in error && error.status === 400)) {
    return { status: 400, code: 'BAD_REQUEST', message: 'Malformed request', headers: {}, unexpected: false }
  }
  return {
    status: 500,
    code: 'INTERNAL',
    message: 'Something went wrong on our side.',
    headers: {},
    unexpected: true,
  }
}
