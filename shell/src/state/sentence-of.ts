import { toApiError } from '@propsight/shared/client'

/** Why a call to the server failed, as a sentence for the one who made it. */
export function sentenceOf(thrown: unknown): string {
  const error = toApiError(thrown)
  return error.code === 'CONNECTION_ERROR' ? 'The server did not answer. Try again.' : error.message
}
