import { isApiError } from '@propsight/shared/client'
import { errorText } from '../../state/error-text.ts'

/** Shown after Continue with an empty key, unless the user's session opens the screen (D1). */
export const ENTER_KEY = 'Enter admin key to continue.'
/** How long the server locks an IP address after five wrong keys, in minutes. */
const LOCK_MINUTES = 15

const FALLBACKS = { server: 'The key could not be checked' }

/** Why the key was refused; for a lock with its remaining time. */
export function refusalText(error: unknown): string {
  if (!isApiError(error) || error.status !== 429) return errorText(error, FALLBACKS)
  const seconds = error.retryAfterSeconds
  if (seconds === null || seconds === undefined)
    return `Too many wrong keys. This address is locked for up to ${LOCK_MINUTES} minutes.`
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return `Too many wrong keys. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`
}
