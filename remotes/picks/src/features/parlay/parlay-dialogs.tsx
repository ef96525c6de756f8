import type { ShellApi } from '@propsight/shared/contracts'
import { momentText, zoneText } from '@propsight/shared/format'
import { Button, ConfirmDialog, Dialog, Icon, Progress } from '@propsight/shared/ui'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import styles from './dialogs.module.css'
import { CANCEL_TEXTS } from './parlay-calls.ts'
import { PARLAY_STEPS, type ParlayFailure, type ParlayFlow, type ParlayState } from './parlay-state.ts'
import { Recommendations, stepText } from './recommendations.tsx'

interface FailureDialogProps {
  failure: ParlayFailure
  onRetry(): void
  onClose(): void
}

/** Shown when generating failed: the specified text, the cost, and Retry if a retry may help (P8). */
export function FailureDialog({ failure, onRetry, onClose }: FailureDialogProps) {
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      onClose={onClose}
      title={failure.message}
      role="alertdialog"
      initialFocus={first}
      footer={
        <>
          <Button {...(failure.retry ? { variant: 'bare' } : { ref: first })} onClick={onClose}>
            Close
          </Button>
          {failure.retry && (
            <Button ref={first} variant="go" onClick={onRetry}>
              Retry
            </Button>
          )}
        </>
      }
    >
      <div className={styles.failure} role="alert">
        {failure.detail && <p>{failure.detail}</p>}
        {failure.cost && <p>{failure.cost}</p>}
        {failure.requestId && <p className={styles.note}>Request {failure.requestId}</p>}
      </div>
    </Dialog>
  )
}

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

/** The state of a step for assistive technology; empty for the current step. */
function progressText(step: number, reached: number): string {
  if (step < reached) return ', done'
  return step > reached ? ', not started' : ''
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
            <span className="u-vh">{progressText(at, reached)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        <span className={styles.seconds}>{seconds} s</span> {CANCEL_TEXTS.before}
      </p>
    </Dialog>
  )
}

export interface ParlayDialogsProps {
  shell: ShellApi
  parlay: ParlayFlow
}

/** The dialog of each phase: progress, repeated request, failure, and the generated parlays. */
export function ParlayDialogs({ shell, parlay }: ParlayDialogsProps) {
  const credits = useSyncExternalStore(shell.credits.subscribe, shell.credits.get)
  const { state, cancel, confirm, retry, close } = parlay
  switch (state.phase) {
    case 'idle':
      return null
    case 'running':
      return <LoadingDialog running={state} onCancel={cancel} />
    case 'made-before':
      return (
        <ConfirmDialog
          open
          tone="danger"
          title="Build these parlays again?"
          confirm="Build again for 1 credit"
          onConfirm={confirm}
          onCancel={close}
        >
          {`Your ${state.size}-leg parlays from the same picks, saved ${momentText(state.at)} ${zoneText([state.at])}, are in Past Parlays. Building again costs another credit and gives new parlays only if chances or line-ups have changed.`}
        </ConfirmDialog>
      )
    case 'failed':
      return <FailureDialog failure={state.failure} onRetry={retry} onClose={close} />
    case 'listed':
      return (
        <Recommendations answer={state.answer} request={state.request} credits={credits} onClose={close} />
      )
  }
}
