import { isApiError } from '@propsight/shared/client'
import { errorText } from '../../state/error-text.ts'

/** What the screen asks for where nothing else opens it (2 §8). */
export const ENTER_KEY = 'Enter admin key to continue.'
/** How long an address is locked after five wrong keys, in minutes (DECISIONS, calls). */
const LOCK_MINUTES = 15

const FALLBACKS = { server: 'The key could not be checked' }

/** Why a key did not open the screen; a lock says how long it lasts. */
export function refusalText(error: unknown): string {
  if (!isApiError(error) || error.status !== 429) return errorText(error, FALLBACKS)
  const seconds = error.retryAfterSeconds
  if (seconds === null || seconds === undefined)
    return `Too many wrong keys. This address is locked for up to ${LOCK_MINUTES} minutes.`
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return `Too many wrong keys. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`
}
