import { toApiError } from '@propsight/shared/client'

/** Replaces the browser's error text when the server did not answer. */
export const NO_ANSWER = 'The server did not answer. Try again.'
/** Fallback when the auth provider gives no message (A2). */
export const LOGIN_FAILED = 'Failed to start login'
/** A used, expired or invalid link of a mail (A7). The provider's own words. */
export const LINK_EXPIRED = 'Email link is invalid or has expired'
/** Second change of the e-mail within the limit (A12). */
export const ONCE_PER_MONTH = 'Email can only be changed once per month'

/** Error text for the user about a failed request. */
export function errorText(thrown: unknown): string {
  const error = toApiError(thrown)
  return error.code === 'CONNECTION_ERROR' ? NO_ANSWER : error.message
}
