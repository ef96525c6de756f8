import type { ShellApi } from '../contracts/remote-contract.ts'
import { ApiError } from './api-error.ts'

/** The parts of the shell API that describe the user's credits. */
type Payer = Pick<ShellApi, 'session' | 'credits' | 'refreshProfile'>

/**
 * The error if the user cannot pay, with the specified message (C2); null if they can or the balance is
 * unknown.
 */
function creditsError({ session, credits }: Payer, cost: number): ApiError | null {
  if (session.get() === null) return new ApiError('No user logged in', 401, 'UNAUTHORIZED')
  const balance = credits.get()
  if (balance === null || balance >= cost) return null
  return balance <= 0
    ? new ApiError('No credits remaining', 402, 'NO_CREDITS')
    : new ApiError('Not enough credits', 402, 'NOT_ENOUGH_CREDITS')
}

/**
 * Checks before a paid call that a user is signed in and has enough credits. A balance that is too small is
 * refreshed first, since another tab or a grant may have changed it. The final decision is the server's.
 * @param cost credits of the call
 * @throws ApiError 401 'No user logged in', 402 'No credits remaining' or 'Not enough credits'
 */
export async function requireCredits(payer: Payer, cost: number): Promise<void> {
  if (creditsError(payer, cost)?.status === 402) await payer.refreshProfile()
  const error = creditsError(payer, cost)
  if (error) throw error
}
