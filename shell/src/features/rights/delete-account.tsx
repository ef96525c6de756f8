import { Button, ConfirmDialog, TextInput } from '@propsight/shared/ui'
import { type FormEvent, type ReactElement, useState } from 'react'
import { pendingCodeKey, plainEmail } from '../../state/pending-code.ts'
import { useServices } from '../../state/services.ts'
import { useUnsavedWork } from '../../state/use-unsaved-work.ts'
import { leave } from './leave.ts'
import { Part } from './rights-section.tsx'
import styles from './rights.module.css'
import { deleteAccount } from './rights-api.ts'
import { useDeed } from './use-deed.ts'

/** Notice on the login screen after deletion. */
const DELETED = 'Your account was deleted.'

/** Permanent deletion of the account, confirmed by typing its email address. */
export function DeleteAccount({ email }: { email: string }): ReactElement {
  const services = useServices()
  const deed = useDeed()
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  useUnsavedWork(typed !== '')
  const close = () => {
    setAsking(false)
    setTyped('')
    deed.setError(null)
  }
  const confirm = async () => {
    if (plainEmail(typed) !== plainEmail(email)) return deed.setError(`Type ${email} to confirm.`)
    await deed.run(async () => {
      await deleteAccount(services, plainEmail(typed))
      services.storage.remove(pendingCodeKey(email))
      await leave(services, DELETED)
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm()
  }

  return (
    <Part title="Delete account">
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
        busy={deed.busy}
        error={deed.error}
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
    </Part>
  )
}
