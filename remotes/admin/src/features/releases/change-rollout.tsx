import { TextInput } from '@propsight/shared/ui'
import { useState } from 'react'
import { Ask } from '../../components/confirm-dialog.tsx'
import screen from '../../components/screen.module.css'
import { useAdminApi } from '../../state/admin-api.ts'
import { useShell } from '../../state/shell.tsx'
import { useDeed } from '../../state/use-server-mutation.ts'
import { movedRollout, type ShownRollout } from './release-queries.ts'

export type Move = 'halt' | 'rollback' | 'promote'

interface MovePointerProps {
  move: Move
  rollout: ShownRollout
  onClose(): void
  onMoved(): void
}

const WORDS: Record<Move, { title: string; confirm: string; done: string }> = {
  halt: { title: 'Halt the canary of', confirm: 'Halt', done: 'Halted the canary of' },
  rollback: { title: 'Roll back', confirm: 'Roll back', done: 'Rolled back' },
  promote: { title: 'Promote the canary of', confirm: 'Promote', done: 'Promoted the canary of' },
}

function effectOf(move: Move, { live, previous, canary }: ShownRollout): string {
  if (move === 'halt')
    return `Nobody gets ${canary?.version} any more; its ${canary?.percent}% of visitors get ${live ?? 'nothing'}.`
  if (move === 'promote') return `Every visitor gets ${canary?.version} in place of ${live ?? 'nothing'}.`
  return `Every visitor gets ${previous} in place of ${live}, at once.`
}

/**
 * Asks for confirmation, then changes the rollout by compare-and-swap: with the generation that was shown. If
 * the rollout changed in the meantime, the server refuses with 409.
 */
export function MovePointer({ move, rollout, onClose, onMoved }: MovePointerProps) {
  const { notify } = useShell()
  const { ask, refresh } = useAdminApi()
  const [message, setMessage] = useState('')
  // The generation at the time of opening: a refetch must not change what the user confirms.
  const [{ name, generation }] = useState(rollout)
  const words = WORDS[move]
  const deed = useDeed({ server: 'The pointer was not moved' })

  async function confirm() {
    const done = await deed.run(async () => {
      const body = { message: message.trim(), generation }
      await ask(movedRollout, `/api/remotes/${name}/${move}`, { body })
    })
    if (done) {
      onMoved()
      notify({ message: `${words.done} ${name}`, tone: 'good' })
    }
    await refresh('rollouts', 'releases', 'audit')
  }
  return (
    <Ask
      title={`${words.title} ${name}?`}
      confirm={words.confirm}
      danger={move !== 'promote'}
      busy={deed.busy}
      error={deed.error}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className={screen.form}>
        <p>{effectOf(move, rollout)}</p>
        <TextInput
          label="Why (optional)"
          autoComplete="off"
          maxLength={500}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </div>
    </Ask>
  )
}
