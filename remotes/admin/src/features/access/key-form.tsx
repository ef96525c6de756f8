import { Button, TextInput } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../state/requests.ts'
import styles from './access.module.css'
import { hasUsedKey, type SessionControl } from './use-session.ts'

/** Shown after Continue with an empty key, unless the user's session opens the screen (D1). */
export const ENTER_KEY = 'Enter admin key to continue.'
const FALLBACKS = { server: 'The key could not be checked' }

/**
 * Asks for the admin key. It is sent once in exchange for an HttpOnly cookie and is not stored in the
 * browser.
 */
export function KeyForm({ control }: { control: Pick<SessionControl, 'open' | 'openByAccount'> }) {
  const [key, setKey] = useState('')
  const access = useMutation({
    // The key is not a variable of the mutation: every remote of the page can read those.
    async mutationFn() {
      const enteredKey = key.trim()
      try {
        await (enteredKey ? control.open(enteredKey) : control.openByAccount())
      } catch (error) {
        throw new Error(enteredKey ? errorText(error, FALLBACKS) : ENTER_KEY)
      }
    },
    onError: () => setKey(''),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!access.isPending) access.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label="Admin key"
        type="password"
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.target.value)}
        error={access.error?.message}
        hint={
          hasUsedKey()
            ? 'A key was entered in this browser before. It is not stored.'
            : 'It is not stored here.'
        }
      />
      <Button type="submit" variant="go" large busy={access.isPending}>
        Continue
      </Button>
    </form>
  )
}
