import { Button, TextInput } from '@propsight/shared/ui'
import { type FormEvent, useState } from 'react'
import styles from './access.module.css'
import { wasKeyGiven } from './key-given.ts'
import { ENTER_KEY, refusalText } from './refusal-text.ts'
import type { SessionControl } from './use-session.ts'

/**
 * Asks for the admin key. It is sent once in exchange for an HttpOnly cookie and is not stored in the
 * browser.
 */
export function KeyForm({ control }: { control: Pick<SessionControl, 'open' | 'openByAccount'> }) {
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const given = key.trim()
    setBusy(true)
    setError(null)
    try {
      if (given) await control.open(given)
      else await control.openByAccount()
    } catch (thrown) {
      setBusy(false)
      setKey('')
      setError(given ? refusalText(thrown) : ENTER_KEY)
    }
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label="Admin key"
        type="password"
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.target.value)}
        error={error}
        hint={
          wasKeyGiven() ? 'A key was given in this browser before; it is not kept.' : 'It is not kept here.'
        }
      />
      <Button type="submit" variant="go" large busy={busy}>
        Continue
      </Button>
    </form>
  )
}
