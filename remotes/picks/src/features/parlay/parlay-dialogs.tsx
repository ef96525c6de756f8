import type { ShellApi } from '@propsight/shared/contracts'
import { ConfirmDialog } from '@propsight/shared/ui'
import { useSyncExternalStore } from 'react'
import { dateTimeText } from '../../state/parlay-text.ts'
import { FailureDialog } from './failure-dialog.tsx'
import { LoadingDialog } from './loading-dialog.tsx'
import type { ParlayFlow } from './parlay-state.ts'
import { Recommendations } from './recommendations.tsx'

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
          {`Your ${state.size}-leg parlays from the same picks of ${dateTimeText(state.at)} are in Past Parlays. Building them again costs another credit and gives others only where chances or line-ups have changed since.`}
        </ConfirmDialog>
      )
    case 'failed':
      return <FailureDialog failure={state.failure} onRetry={retry} onClose={close} />
    case 'listed':
      return <Recommendations answer={state.answer} asked={state.asked} credits={credits} onClose={close} />
  }
}
