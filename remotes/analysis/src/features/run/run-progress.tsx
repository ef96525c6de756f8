import { Button, Progress } from '@propsight/shared/ui'
import { STEPS } from '../../config/steps.ts'
import type { RunState } from '../../state/run.ts'
import styles from './run-progress.module.css'
import { useOnline } from './use-online.ts'
import { useSlow } from './use-slow.ts'

const STATES = { loading: 'running', complete: 'done', empty: 'done', failed: 'failed' } as const
const SLOW = 'This takes longer than usual; it goes on.'
const OFFLINE = 'You are offline. It goes on when the connection is back.'

/**
 * Label and percent of a run; it ends in 'Complete!', 'Failed' or 'No lines found' and keeps its place. While it goes
 * on it can be cancelled, and says when a step is slow or the connection is gone.
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
