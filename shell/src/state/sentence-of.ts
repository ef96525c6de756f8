import { toApiError } from '@propsight/shared/client'

/** For a server that gave no answer: the browser's own words would not help. */
export const NO_ANSWER = 'The server did not answer. Try again.'
/** Where the sign-in provider says nothing of its own (specification 1 §8). */
export const LOGIN_FAILED = 'Failed to start login'

/** Why a call to the server failed, as a sentence for the one who made it. */
export function sentenceOf(thrown: unknown): string {
  const error = toApiError(thrown)
  return error.code === 'CONNECTION_ERROR' ? NO_ANSWER : error.message
}
