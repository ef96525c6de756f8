import { HttpError } from '../platform/errors.ts'

export interface PresentedError {
  status: number
  code: string
  message: string
  headers: Record<string, string>
  /** Ours to mend: log it with its stack. */
  unexpected: boolean
}

/** What a client may see of a failure. Only `HttpError`s speak for themselves; the rest is a bare 500. */
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
