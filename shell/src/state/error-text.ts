import { toApiError } from '@propsight/shared/client'

/** Replaces the browser's error text when the server did not answer. */
export const NO_ANSWER = 'The server did not answer. Try again.'
/** Fallback when the auth provider gives no message (A2). */
export const LOGIN_FAILED = 'Failed to start login'

/** Error text for the user about a failed request. */
export function errorText(thrown: unknown): string {
  const error = toApiError(thrown)
  return error.code === 'CONNECTION_ERROR' ? NO_ANSWER : error.message
}
