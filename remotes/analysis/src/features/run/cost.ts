import { analysisCost } from '@propsight/shared/domain'
import type { Step } from '../../config/steps.ts'
import { ReleasedError } from './failure.ts'

export const NOTHING_USED = 'No credit was used.'
const RETRY_IS_FREE = 'Retry goes on with the same run: it is never charged twice.'

/** What the Analyze button of a category says beside its name: '1 credit', '3 credits'. */
export function costText(category: string): string {
  const cost = analysisCost(category)
  return `${cost} ${cost === 1 ? 'credit' : 'credits'}`
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

/** Whether the run of a failure is closed, so that its key opens nothing any more. */
export const isOver = (error: unknown): boolean =>
  error instanceof ReleasedError || codeOf(error) === 'RUN_REQUIRED' || codeOf(error) === 'CONFLICT'

/**
 * What a failure cost, in a sentence. The server charges just before the first log leaves, so that nothing before that
 * costs anything; once the logs are on their way only the server knows.
 */
export function costOf(error: unknown, at: { category: string; step: Step; paid: boolean }): string {
  if (error instanceof ReleasedError) return `${NOTHING_USED} What was held came back.`
  if (isOver(error)) return `This run is over. Trying again starts a new one for ${costText(at.category)}.`
  if (at.paid) return `This run is paid for. ${RETRY_IS_FREE}`
  return at.step === 'start' || at.step === 'lines' ? NOTHING_USED : RETRY_IS_FREE
}
