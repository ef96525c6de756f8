import { Button, TextInput } from '@propsight/shared/ui'
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { plainEmail } from '../../state/pending-code.ts'
import { useUnsavedWork } from '../../state/use-unsaved-work.ts'
import styles from './account.module.css'

export interface EmailFormProps {
  /** The current address. */
  email: string
  change(email: string): Promise<void>
  onClose(): void
}

/** Form for the new address (required). Closes on Cancel or when the provider accepted the change. */
export function EmailForm({ email, change, onClose }: EmailFormProps): ReactElement {
  const [value, setValue] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useUnsavedWork(value !== '')
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (plainEmail(value) === plainEmail(email)) return setError('This is your email already.')
    setBusy(true)
    setError(null)
    try {
      await change(value)
      onClose()
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown))
      setBusy(false)
    }
  }
  return (
    <form ref={form} className={styles.form} aria-label="Change email" onSubmit={submit}>
      <TextInput
        label="New email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        value={value}
        error={error}
        onChange={(event) => setValue(event.target.value)}
      />
      <div className={styles.actions}>
        <Button variant="bare" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="go" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}
