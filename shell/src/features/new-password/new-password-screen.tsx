import { Button, FieldError, TextInput, Wordmark } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useId, useState } from 'react'
import { STORAGE } from '../../config/storage-keys.ts'
import { LOGIN_FAILED } from '../../state/error-text.ts'
import { checkPassword, RECOVERY_EXPIRED, RESET_SENT, requestPasswordReset } from '../../state/password.ts'
import { useServices } from '../../state/services.ts'
import { authNoticeAtom, passwordResetAtom, signOutHere, userAtom } from '../../state/session.ts'
import styles from './new-password.module.css'

/**
 * Replaces the login screen after a recovery link, until a new password is set or the user signs out (A9).
 */
export function NewPasswordScreen({ onSuccess }: { onSuccess(): void }): ReactElement {
  const services = useServices()
  const { supabase, store, storage, reload } = services
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const errorId = useId()

  const leave = () => {
    storage.remove(STORAGE.passwordReset)
    store.set(passwordResetAtom, false)
  }
  const change = useMutation({
    async mutationFn() {
      const refused = await checkPassword(services, password, confirm)
      if (refused) throw new Error(refused.text)
      const { error } = await supabase.auth.updateUser({ password })
      if (error) throw error
    },
    onSuccess() {
      leave()
      onSuccess()
      reload()
    },
  })
  const isExpired = (change.error as { code?: unknown } | null)?.code === 'reauthentication_needed'
  const error = change.error && (isExpired ? RECOVERY_EXPIRED : change.error.message || LOGIN_FAILED)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!change.isPending) change.mutate()
  }
  async function cancelReset() {
    await signOutHere(services)
    leave()
  }
  /** Requests the mail after the sign-out, which discards the link requests of the account. */
  const requestLink = useMutation({
    async mutationFn() {
      const email = store.get(userAtom)?.email ?? ''
      await cancelReset()
      const error = await requestPasswordReset(services, email)
      if (error) throw new Error(error.message)
      store.set(authNoticeAtom, RESET_SENT)
    },
    onError: (thrown) => store.set(authNoticeAtom, thrown.message || LOGIN_FAILED),
  })

  return (
    <main className={styles.screen}>
      <div className={styles.mark}>
        <Wordmark height={32} />
      </div>
      <h1>Set New Password</h1>
      <form className={styles.form} onSubmit={submit}>
        <TextInput
          label="New password"
          type="password"
          autoComplete="new-password"
          value={password}
          errorId={error ? errorId : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        <TextInput
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          value={confirm}
          errorId={error ? errorId : undefined}
          onChange={(event) => setConfirm(event.target.value)}
        />
        {error && <FieldError id={errorId}>{error}</FieldError>}
        {isExpired && (
          <Button block large busy={requestLink.isPending} onClick={() => requestLink.mutate()}>
            Request a New Link
          </Button>
        )}
        <Button type="submit" variant="go" block large busy={change.isPending}>
          Set password
        </Button>
        <Button variant="bare" block large onClick={() => void cancelReset()}>
          Sign Out
        </Button>
      </form>
    </main>
  )
}
