import { Button, Progress } from '@propsight/shared/ui'
import { STEPS } from '../../config/run-steps.ts'
import type { RunState } from '../../state/run.ts'
import styles from './run-status.module.css'
import { useOnline } from './use-online.ts'
import { useSlow } from './use-slow.ts'

const STATES = { loading: 'running', complete: 'done', empty: 'done', failed: 'failed' } as const
const SLOW = 'This takes longer than usual; it goes on.'
const OFFLINE = 'You are offline. It goes on when the connection is back.'

/**
 * Progress bar with label and percent of a run, which ends with 'Complete!', 'Failed' or 'No lines found'
 * (N6). While the run is loading it shows Cancel, and a notice when a step is slow or the browser is offline.
 */
export function RunProgress({ run, onCancel }: { run: RunState; onCancel(): void }) {
  const loading = run.phase === 'loading'
  const slow = useSlow(loading ? run.step : null)
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
        {loading && (online ? slow && SLOW : OFFLINE)}
      </p>
    </div>
  )
}
