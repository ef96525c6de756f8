import { useOnline, useShell } from '@propsight/shared/client'
import { Banner, Button, ErrorState, Progress } from '@propsight/shared/ui'
import { useEffect, useState } from 'react'
import { STEPS } from '../../config/run-steps.ts'
import type { Failure, RunState } from '../../state/run.ts'
import styles from './run-status.module.css'

/** A step that takes longer than this shows a notice. */
export const SLOW_MS = 8000

/**
 * Whether the current step has lasted longer than `SLOW_MS`.
 * @param step null while nothing is in progress
 */
export function useSlowStep(step: string | null): boolean {
  const [slow, setSlow] = useState<string | null>(null)
  useEffect(() => {
    if (step === null) return
    const timer = setTimeout(() => setSlow(step), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(null)
    }
  }, [step])
  return slow !== null && slow === step
}

const NEEDS_CREDITS = new Set(['NO_CREDITS', 'NOT_ENOUGH_CREDITS'])

/**
 * Message and cost of a failed run, with Retry, or a link to the pricing when credits are missing. A run that
 * the user cancelled is shown as a notice with Continue, not as an error.
 */
export function RunFailed({ failure, onRetry }: { failure: Failure; onRetry(): void }) {
  const shell = useShell()
  const online = useOnline()
  const needsCredits = NEEDS_CREDITS.has(failure.code)
  if (failure.code === 'CANCELLED') {
    return (
      <Banner
        title={`${failure.message}.`}
        action={
          <Button variant="bare" onClick={onRetry}>
            Continue
          </Button>
        }
      >
        {failure.cost}
      </Banner>
    )
  }
  const offline = failure.code === 'CONNECTION_ERROR' && !online
  return (
    <ErrorState
      title={failure.message}
      onRetry={onRetry}
      requestId={failure.requestId}
      action={needsCredits && <Button onClick={() => shell.navigate('/pricing')}>See pricing</Button>}
      {...(offline && { note: 'You are offline. Retry when the connection is back.' })}
    >
      {failure.cost}
    </ErrorState>
  )
}

const STATES = { loading: 'running', complete: 'done', empty: 'done', failed: 'failed' } as const
const SLOW = 'This takes longer than usual. Please wait.'
const OFFLINE = 'You are offline. It continues when the connection is back.'

function progressNotice(loading: boolean, online: boolean, slow: boolean): string | null {
  if (!loading) return null
  if (!online) return OFFLINE
  return slow ? SLOW : null
}

/**
 * Progress bar with label and percent of a run, which ends with 'Complete!', 'Failed' or 'No lines found'
 * (N6). While the run is loading it shows Cancel, and a notice when a step is slow or the browser is offline.
 */
export function RunProgress({ run, onCancel }: { run: RunState; onCancel(): void }) {
  const loading = run.phase === 'loading'
  const slow = useSlowStep(loading ? run.step : null)
  const online = useOnline()
  if (run.phase === 'idle') return null
  const { label, percent } = STEPS[run.step]
  const state = run.step === 'cancelled' ? 'done' : STATES[run.phase]
  return (
    <div className={styles.progress}>
      <Progress label={label} percent={percent} state={state} />
      {loading && (
        <Button variant="bare" className={styles.cancel} onClick={onCancel}>
          Cancel
        </Button>
      )}
      <p className={styles.note} role="status">
        {progressNotice(loading, online, slow)}
      </p>
    </div>
  )
}
