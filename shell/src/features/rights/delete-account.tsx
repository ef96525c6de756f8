import { Button, ConfirmDialog, TextInput } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useState } from 'react'
import { errorText } from '../../state/error-text.ts'
import { normalizeEmail, pendingCodeKey } from '../../state/pending-code.ts'
import { useServices } from '../../state/services.ts'
import { useUnsavedWork } from '../../state/unsaved-work.ts'
import styles from './rights.module.css'
import { deleteAccount, endSession } from './rights-api.ts'
import { RightsSection } from './rights-section.tsx'

/** Notice on the login screen after deletion. */
const DELETED = 'Your account was deleted.'

/** Permanent deletion of the account, confirmed by typing its email address. */
export function DeleteAccount({ email }: { email: string }): ReactElement {
  const services = useServices()
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  useUnsavedWork(typed !== '')
  const deletion = useMutation({
    async mutationFn() {
      if (normalizeEmail(typed) !== normalizeEmail(email)) throw new Error(`Type ${email} to confirm.`)
      await deleteAccount(services, normalizeEmail(typed))
      services.storage.remove(pendingCodeKey(email))
      await endSession(services, DELETED)
    },
  })
  const close = () => {
    setAsking(false)
    setTyped('')
    deletion.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!deletion.isPending) deletion.mutate()
  }

  return (
    <RightsSection title="Delete account">
      <p>
        Your profile, picks, parlays, limits and credits are deleted at once and for good. Ledger entries stay
        without your name.
      </p>
      <div className={styles.row}>
        <Button variant="bad" onClick={() => setAsking(true)}>
          Delete account
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title="Delete this account for good?"
        confirm="Delete account"
        tone="danger"
        busy={deletion.isPending}
        error={deletion.error && errorText(deletion.error)}
        onConfirm={() => deletion.mutate()}
        onCancel={close}
      >
        <p>This cannot be undone. You may want to download your data first.</p>
        <form noValidate onSubmit={submit}>
          <TextInput
            label={`Type ${email} to confirm`}
            type="email"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </form>
      </ConfirmDialog>
    </RightsSection>
  )
}
