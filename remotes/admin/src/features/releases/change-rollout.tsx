import { useShell } from '@propsight/shared/client'
import { TextInput } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import screen from '../../components/screen.module.css'
import { useAdminApi } from '../../state/admin-api.ts'
import { errorText } from '../../state/requests.ts'
import { changedRollout, type RollbackTarget, type ShownRollout } from './release-queries.ts'

export type RolloutAction = 'halt' | 'rollback' | 'promote' | 'retire'

interface ChangeRolloutProps {
  action: RolloutAction
  rollout: ShownRollout
  /** The release that a rollback makes live. */
  rollbackTo: RollbackTarget
  onClose(): void
  onChanged(): void
}

const TEXTS: Record<RolloutAction, { title: string; confirm: string; done: string }> = {
  halt: { title: 'Halt the canary of', confirm: 'Halt', done: 'Halted the canary of' },
  rollback: { title: 'Roll back', confirm: 'Roll back', done: 'Rolled back' },
  retire: { title: 'Retire', confirm: 'Retire', done: 'Retired' },
  promote: { title: 'Promote the canary of', confirm: 'Promote', done: 'Promoted the canary of' },
}

const VERDICTS: Record<string, string> = {
  failing: 'failed in browsers',
  withdrawn: 'was withdrawn',
  untested: 'was not loaded by a browser yet',
}

function describeEffect(
  action: RolloutAction,
  { live, canary }: ShownRollout,
  rollbackTo: RollbackTarget,
): string {
  if (action === 'halt')
    return `No visitor gets ${canary?.version} any longer; its ${canary?.percent}% of visitors get ${live ?? 'nothing'}.`
  if (action === 'promote') return `Every visitor gets ${canary?.version} in place of ${live ?? 'nothing'}.`
  if (action === 'retire')
    return `${live} is removed for every visitor, at once. Its releases are kept: a deploy makes it available again.`
  const notes = [...(rollbackTo?.skipped ?? []), ...(rollbackTo?.verdict === 'failing' ? [rollbackTo] : [])]
  return [
    `Every visitor gets ${rollbackTo?.version} in place of ${live}, at once.`,
    ...notes.map(({ version, verdict }) => `${version} ${VERDICTS[verdict] ?? 'is older'}.`),
  ].join(' ')
}

/**
 * Asks for confirmation, then changes the rollout by compare-and-swap: with the generation that was shown. If
 * the rollout changed in the meantime, the server refuses with 409.
 */
export function ChangeRollout({ action, rollout, rollbackTo, onClose, onChanged }: ChangeRolloutProps) {
  const { notify } = useShell()
  const { fetchParsed, refresh } = useAdminApi()
  const [message, setMessage] = useState('')
  const [redirectTo, setRedirectTo] = useState('')
  // The generation at the time of opening: a refetch must not change what the user confirms.
  const [{ name, generation }] = useState(rollout)
  const [target] = useState(rollbackTo)
  const texts = TEXTS[action]
  const change = useMutation({
    mutationFn() {
      // The dialog is the confirmation that a failing release needs.
      const force = action === 'rollback' && target?.verdict === 'failing'
      const redirect = action === 'retire' && { redirectTo: redirectTo.trim() || null }
      const body = { message: message.trim(), generation, ...(force && { force }), ...redirect }
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
      error={change.error && errorText(change.error, { server: 'The release was not changed' })}
      onConfirm={() => change.mutate()}
      onCancel={onClose}
    >
      <div className={screen.form}>
        <p>{describeEffect(action, rollout, target)}</p>
        {action === 'retire' && (
          <TextInput
            label="Its paths lead to (optional; default: a notice)"
            placeholder="/picks"
            autoComplete="off"
            maxLength={81}
            value={redirectTo}
            onChange={(event) => setRedirectTo(event.target.value)}
          />
        )}
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
