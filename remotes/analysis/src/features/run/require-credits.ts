import { ApiError } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'

/** What the shell knows about who pays. */
export type Payer = Pick<ShellApi, 'session' | 'credits' | 'refreshProfile'>

/** Why this user cannot pay, in the words of specification 1 §8; null where they can, or where it is not known. */
function refusal({ session, credits }: Payer, cost: number): ApiError | null {
  if (session.get() === null) return new ApiError('No user logged in', 401, 'UNAUTHORIZED')
  const balance = credits.get()
  if (balance === null || balance >= cost) return null
  return balance <= 0
    ? new ApiError('No credits remaining', 402, 'NO_CREDITS')
    : new ApiError('Not enough credits', 402, 'NOT_ENOUGH_CREDITS')
}

/**
 * Before a call that costs credits: whether there is somebody to pay, and enough. A balance that seems too small is
 * read again first, since another tab or a grant may have changed it. The server decides in the end.
 * @param cost credits that the call takes
 * @throws ApiError 401 'No user logged in', 402 'No credits remaining' or 'Not enough credits'
 */
export async function requireCredits(payer: Payer, cost: number): Promise<void> {
  if (refusal(payer, cost)?.status === 402) await payer.refreshProfile()
  const refused = refusal(payer, cost)
  if (refused) throw refused
}
