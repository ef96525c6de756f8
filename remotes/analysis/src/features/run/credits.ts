import { ApiError } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { analysisCost, marketLabel } from '@propsight/shared/domain'
import type { Step } from '../../config/run-steps.ts'
import { ReleasedError } from './failure.ts'

/** The parts of the shell API that describe the user's credits. */
export type Payer = Pick<ShellApi, 'session' | 'credits' | 'refreshProfile'>

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

export const NOTHING_USED = 'No credit was used.'
const RETRY_IS_FREE = 'Retry goes on with the same run: it is never charged twice.'

/** Cost of an analysis as shown on the Analyze button: '1 credit', '3 credits'. */
export function costText(category: string): string {
  const cost = analysisCost(category)
  return `${cost} ${cost === 1 ? 'credit' : 'credits'}`
}

/** Steps before and after the charge. The server charges just before it sends the first game log. */
const FREE: ReadonlySet<Step> = new Set<Step>(['start', 'lines', 'picture', 'news'])
const PAID: ReadonlySet<Step> = new Set<Step>(['rates', 'half', 'advice', 'ranking'])

/** Whether a run that has reached this step is charged. */
export const isPaidAt = (step: Step): boolean => PAID.has(step)

interface ChargeState {
  category: string
  step: Step
  /** Whether the run was charged before this attempt. */
  paid: boolean
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

/** Whether the error means that the run is over, so that its key cannot be used again. */
export const isRunOver = (error: unknown): boolean =>
  error instanceof ReleasedError || codeOf(error) === 'RUN_REQUIRED' || codeOf(error) === 'CONFLICT'

/**
 * Cost of a failed run as a sentence. Between the request of the logs and the first log only the server
 * knows.
 */
export function failureCost(error: unknown, run: ChargeState): string {
  if (error instanceof ReleasedError) return `${NOTHING_USED} What was held came back.`
  if (isRunOver(error))
    return `This run is over. Trying again starts a new one for ${costText(run.category)}.`
  if (run.paid) return `This run is paid for. ${RETRY_IS_FREE}`
  return FREE.has(run.step) ? NOTHING_USED : RETRY_IS_FREE
}

/** Cost of a cancelled run as a sentence. @param held whether its credits were held */
export function cancelCost(run: ChargeState, held: boolean): string {
  const goingOn = 'Going on uses the same run, for half an hour from its start.'
  if (run.paid || isPaidAt(run.step)) return `${costText(run.category)} used, once. ${goingOn}`
  if (!FREE.has(run.step)) return `It may be charged already, once. ${goingOn}`
  if (!held) return NOTHING_USED
  const next =
    run.category === 'Image' ? 'your next picture' : `the next ${marketLabel(run.category)} analysis`
  return `${NOTHING_USED} What is held for it serves ${next}, or comes back by itself.`
}
