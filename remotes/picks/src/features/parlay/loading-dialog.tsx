import { Button, Dialog, Icon, Progress } from '@propsight/shared/ui'
import { useEffect, useState } from 'react'
import { CANCEL_WORDS } from './create-parlay-flow.ts'
import styles from './dialogs.module.css'
import { PARLAY_STEPS, type ParlayState } from './parlay-state.ts'
import { stepText } from './parlay-labels.ts'

type Running = Extract<ParlayState, { phase: 'running' }>

const SECOND_MS = 1_000

function useSeconds(since: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.round((now - since) / SECOND_MS))
}

/**
 * Progress while parlays are generated: the step that was actually reached, the elapsed time, the effect of
 * Cancel.
 */
export function LoadingDialog({ running, onCancel }: { running: Running; onCancel(): void }) {
  const seconds = useSeconds(running.since)
  const reached = PARLAY_STEPS.indexOf(running.step)
  return (
    <Dialog
      open
      onClose={onCancel}
      title="Building your parlays"
      role="alertdialog"
      footer={<Button onClick={onCancel}>Cancel</Button>}
    >
      <Progress label={stepText(running.step, running)} percent={(100 * reached) / PARLAY_STEPS.length} />
      <ol className={styles.steps}>
        {PARLAY_STEPS.map((step, at) => (
          <li key={step} aria-current={at === reached ? 'step' : undefined}>
            <span className={styles.mark}>{at < reached && <Icon name="check" />}</span>
            {stepText(step, running)}
            <span className="u-vh">{at < reached ? ', done' : at > reached ? ', not begun' : ''}</span>
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        <span className={styles.seconds}>{seconds} s</span> {CANCEL_WORDS.before}
      </p>
    </Dialog>
  )
}
