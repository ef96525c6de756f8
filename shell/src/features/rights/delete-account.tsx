import { Button, ConfirmDialog, TextInput } from '@propsight/shared/ui'
import { type FormEvent, type ReactElement, useState } from 'react'
import { normalizeEmail, pendingCodeKey } from '../../state/pending-code.ts'
import { useServices } from '../../state/services.ts'
import { useUnsavedWork } from '../../state/unsaved-work.ts'
import styles from './rights.module.css'
import { deleteAccount, endSession } from './rights-api.ts'
import { RightsSection, useAction } from './rights-section.tsx'

/** Notice on the login screen after deletion. */
const DELETED = 'Your account was deleted.'

/** Permanent deletion of the account, confirmed by typing its email address. */
export function DeleteAccount({ email }: { email: string }): ReactElement {
  const services = useServices()
  const userAction = useAction()
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  useUnsavedWork(typed !== '')
  const close = () => {
    setAsking(false)
    setTyped('')
    userAction.setError(null)
  }
  const confirm = async () => {
    if (normalizeEmail(typed) !== normalizeEmail(email))
      return userAction.setError(`Type ${email} to confirm.`)
    await userAction.run(async () => {
      await deleteAccount(services, normalizeEmail(typed))
      services.storage.remove(pendingCodeKey(email))
      await endSession(services, DELETED)
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm()
  }

  return (
    <RightsSection title="Delete account">
      <p>
        Profile, picks, parlays and limits go at once and for good, and your credits with them. Entries of the
        ledger stay without you.
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
        busy={userAction.busy}
        error={userAction.error}
        onConfirm={() => void confirm()}
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
