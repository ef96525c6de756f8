import { type AdminUserRow, adjustCreditsBody, creditsResponse } from '@propsight/shared/contracts'
import { TextInput } from '@propsight/shared/ui'
import { useState } from 'react'
import { Ask } from '../../components/confirm-dialog.tsx'
import screen from '../../components/screen.module.css'
import { changeText, countText } from '../../components/format.ts'
import { useAdminApi } from '../../state/admin-api.ts'
import { useShell } from '../../state/shell.tsx'
import { useDeed } from '../../state/use-server-mutation.ts'
import { useRetryKey } from '../../state/use-retry-key.ts'
import { useUnsaved } from '../../state/use-unsaved.ts'
import { isReason, ReasonField } from './reason-field.tsx'

/** Adds or removes credits of an account, with a reason. The idempotency key makes a retry safe. */
export function AdjustCredits({ user, onClose }: { user: AdminUserRow; onClose(): void }) {
  const shell = useShell()
  const { ask, refresh } = useAdminApi()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const deed = useDeed({ server: 'The credits could not be adjusted' })
  const retry = useRetryKey()
  useUnsaved(typed !== '' || reason !== '')
  const delta = typed.trim() === '' ? 0 : Number(typed.replace('−', '-'))
  const isDelta = adjustCreditsBody.shape.delta.safeParse(delta).success
  const after = user.credits + delta

  async function adjust() {
    const { userId } = user
    const done = await deed.run(async () => {
      const idempotencyKey = retry.keyOf(userId, delta, reason.trim())
      const body = { userId, delta, reason: reason.trim(), idempotencyKey }
      const { credits } = await ask(creditsResponse, '/api/admin/adjust-credits', { body })
      shell.notify({ message: `${user.email} has ${countText(credits)} credits`, tone: 'good' })
    })
    if (!done) return
    onClose()
    if (shell.session.get()?.id === userId) void shell.refreshProfile()
    await refresh('users', 'ledger', 'audit')
  }
  return (
    <Ask
      title="Adjust credits"
      confirm={isDelta ? `Adjust by ${changeText(delta)}` : 'Adjust'}
      notYet={!isDelta || !isReason(reason)}
      busy={deed.busy}
      error={deed.error}
      onConfirm={() => void adjust()}
      onCancel={onClose}
    >
      <div className={screen.form}>
        <p>
          {user.email} has {countText(user.credits)} credits.
        </p>
        <TextInput
          label="Change"
          inputMode="numeric"
          autoComplete="off"
          required
          placeholder="20 or −5"
          hint={isDelta ? `Then ${changeText(after).replace('+', '')}.` : 'A whole number other than 0.'}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </Ask>
  )
}
