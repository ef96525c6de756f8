import { Button, FieldError, Icon, TextInput } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { errorText } from '../../state/error-text.ts'
import { checkPassword } from '../../state/password.ts'
import { useServices } from '../../state/services.ts'
import { useUnsavedWork } from '../../state/unsaved-work.ts'
import styles from './account.module.css'

const FALLBACK = 'The password could not be changed.'
/** Hint of the field for the current password. */
export const CURRENT_PASSWORD_HINT =
  'You may leave it empty within 30 minutes of signing in by an emailed link.'

/** Form for a new password. The server asks for the current one, unless a mailed link has just been opened. */
function PasswordForm({ onClose, onDone }: { onClose(): void; onDone(): void }): ReactElement {
  const services = useServices()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const errorId = useId()
  useUnsavedWork(password !== '')
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const change = useMutation({
    async mutationFn() {
      const refused = await checkPassword(services, password, confirm)
      if (refused) throw new Error(refused.text)
      const proof = current === '' ? {} : { current_password: current }
      const { error } = await services.supabase.auth.updateUser({ password, ...proof })
      if (error) throw new Error(error.message || FALLBACK)
    },
    onSuccess: onDone,
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!change.isPending) change.mutate()
  }
  const invalid = change.error ? errorId : undefined
  return (
    <form ref={form} className={styles.form} aria-label="Change password" onSubmit={submit}>
      <TextInput
        label="Current password"
        type="password"
        autoComplete="current-password"
        hint={CURRENT_PASSWORD_HINT}
        value={current}
        errorId={invalid}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <TextInput
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        value={password}
        errorId={invalid}
        onChange={(event) => setPassword(event.target.value)}
      />
      <TextInput
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        required
        value={confirm}
        errorId={invalid}
        onChange={(event) => setConfirm(event.target.value)}
      />
      {change.error && <FieldError id={errorId}>{errorText(change.error)}</FieldError>}
      <div className={styles.actions}>
        <Button variant="bare" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="go" busy={change.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** The row with the button that opens the form for a new password. */
export function PasswordRow(): ReactElement {
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = (isDone: boolean) => () => {
    setOpen(false)
    setDone(isDone)
    opener.current?.focus()
  }
  const toggle = () => {
    setOpen(!open)
    setDone(false)
  }
  return (
    <>
      <dt>Password</dt>
      <dd>
        <span>Not shown</span>
        <Button ref={opener} variant="bare" aria-expanded={open} onClick={toggle}>
          Change password
        </Button>
      </dd>
      <dd className={styles.under}>
        {open && <PasswordForm onClose={close(false)} onDone={close(true)} />}
        <p className={styles.note} role="status">
          {done && (
            <span className={styles.good}>
              <Icon name="check" /> Password changed. Your other devices are signed out.
            </span>
          )}
        </p>
      </dd>
    </>
  )
}
