import { analysisCost, marketLabel } from '@propsight/shared/domain'
import type { Step } from '../../config/run-steps.ts'

export const NOTHING_USED = 'No credit was used.'
export const RETRY_IS_FREE = 'Retry continues the same analysis. It is never charged twice.'

/** Cost of an analysis as shown on the Analyze button: '1 credit', '3 credits'. */
export function costText(category: string): string {
  const cost = analysisCost(category)
  return `${cost} ${cost === 1 ? 'credit' : 'credits'}`
}

/** Steps before the charge. The server charges just before it sends the lines, or the rows of a picture. */
const FREE: ReadonlySet<Step> = new Set<Step>(['start', 'lines', 'picture'])
/** Steps in which the server may be charging. */
const CHARGING: ReadonlySet<Step> = new Set<Step>(['lines', 'picture'])

/** Whether a run that has reached this step is charged. */
export const isPaidAt = (step: Step): boolean => !FREE.has(step)

interface ChargeState {
  category: string
  step: Step
  /** Whether the run was charged before this attempt. */
  paid: boolean
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

/** Whether the error means that the run is over, so that its key cannot be used again. */
export const isRunOver = (error: unknown): boolean =>
  codeOf(error) === 'RUN_REQUIRED' || codeOf(error) === 'CONFLICT'

const MAX_REFUSAL_STATUS = 499

/**
 * Whether the server answered that it charged nothing: it refused the request, or could not read the book. Only
 * the server knows the outcome of a request whose answer is lost.
 */
function isUncharged(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: unknown }
  if (codeOf(error) === 'UPSTREAM_UNAVAILABLE') return true
  return typeof status === 'number' && status > 0 && status <= MAX_REFUSAL_STATUS
}

/** Cost of a failed run as a sentence. */
export function failureCost(error: unknown, run: ChargeState): string {
  if (isRunOver(error))
    return `This analysis has ended. Trying again starts a new one for ${costText(run.category)}.`
  if (run.paid || isPaidAt(run.step)) return `This analysis is paid for. ${RETRY_IS_FREE}`
  return CHARGING.has(run.step) && !isUncharged(error) ? RETRY_IS_FREE : NOTHING_USED
}

/** Cost of a cancelled run as a sentence. @param held whether its credits were held */
export function cancelCost(run: ChargeState, held: boolean): string {
  const goingOn = 'Analyze again within 30 minutes to continue this analysis.'
  if (run.paid || isPaidAt(run.step)) return `${costText(run.category)} used, once. ${goingOn}`
  if (CHARGING.has(run.step)) return `It may have been charged, once. ${goingOn}`
  if (!held) return NOTHING_USED
  return `${NOTHING_USED} The credits on hold pay for the next ${marketLabel(run.category)} analysis or are returned.`
}
