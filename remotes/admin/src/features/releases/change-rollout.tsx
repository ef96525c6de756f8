import { TextInput } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import screen from '../../components/screen.module.css'
import { useAdminApi } from '../../state/admin-api.ts'
import { errorText } from '../../state/error-text.ts'
import { useShell } from '../../state/shell.tsx'
import { changedRollout, type ShownRollout } from './release-queries.ts'

export type RolloutAction = 'halt' | 'rollback' | 'promote'

interface ChangeRolloutProps {
  action: RolloutAction
  rollout: ShownRollout
  onClose(): void
  onChanged(): void
}

const TEXTS: Record<RolloutAction, { title: string; confirm: string; done: string }> = {
  halt: { title: 'Halt the canary of', confirm: 'Halt', done: 'Halted the canary of' },
  rollback: { title: 'Roll back', confirm: 'Roll back', done: 'Rolled back' },
  promote: { title: 'Promote the canary of', confirm: 'Promote', done: 'Promoted the canary of' },
}

function effectOf(action: RolloutAction, { live, previous, canary }: ShownRollout): string {
  if (action === 'halt')
    return `Nobody gets ${canary?.version} any more; its ${canary?.percent}% of visitors get ${live ?? 'nothing'}.`
  if (action === 'promote') return `Every visitor gets ${canary?.version} in place of ${live ?? 'nothing'}.`
  return `Every visitor gets ${previous} in place of ${live}, at once.`
}

/**
 * Asks for confirmation, then changes the rollout by compare-and-swap: with the generation that was shown. If
 * the rollout changed in the meantime, the server refuses with 409.
 */
export function ChangeRollout({ action, rollout, onClose, onChanged }: ChangeRolloutProps) {
  const { notify } = useShell()
  const { fetchParsed, refresh } = useAdminApi()
  const [message, setMessage] = useState('')
  // The generation at the time of opening: a refetch must not change what the user confirms.
  const [{ name, generation }] = useState(rollout)
  const texts = TEXTS[action]
  const change = useMutation({
    mutationFn() {
      const body = { message: message.trim(), generation }
      return fetchParsed(changedRollout, `/api/remotes/${name}/${action}`, { body })
    },
    onSuccess() {
      onChanged()
      notify({ message: `${texts.done} ${name}`, tone: 'good' })
    },
    onSettled: () => void refresh('rollouts', 'releases', 'audit'),
  })
  return (
    <ConfirmDialog
      title={`${texts.title} ${name}?`}
      confirm={texts.confirm}
      danger={action !== 'promote'}
      busy={change.isPending}
      error={change.error && errorText(change.error, { server: 'The pointer was not moved' })}
      onConfirm={() => change.mutate()}
      onCancel={onClose}
    >
      <div className={screen.form}>
        <p>{effectOf(action, rollout)}</p>
        <TextInput
          label="Why (optional)"
          autoComplete="off"
          maxLength={500}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
