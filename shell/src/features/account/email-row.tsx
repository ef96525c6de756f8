import { Button, cx, Icon, TextInput } from '@propsight/shared/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import { MailCodeField } from '../../components/mail-code-field.tsx'
import { STORAGE } from '../../config/storage-keys.ts'
import { errorText, ONCE_PER_MONTH } from '../../state/error-text.ts'
import { normalizeEmail } from '../../state/pending-code.ts'
import { useServices } from '../../state/services.ts'
import { profileAtom, userAtom } from '../../state/session.ts'
import { useUnsavedWork } from '../../state/unsaved-work.ts'
import styles from './account.module.css'
import { changeEmail, confirmEmail, EMAIL_UPDATED, emailChangeDaysLeft, refreshUser } from './change-email.ts'
import { CURRENT_PASSWORD_HINT } from './password-row.tsx'

export interface EmailFormProps {
  /** The current address. */
  email: string
  change(email: string, currentPassword: string): Promise<void>
  onClose(): void
}

/** Form for the new address (required) and the current password. Closes on Cancel or when the provider accepted the change. */
export function EmailForm({ email, change, onClose }: EmailFormProps): ReactElement {
  const [value, setValue] = useState('')
  const [current, setCurrent] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useUnsavedWork(value !== '')
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const request = useMutation({
    async mutationFn(typed: string) {
      if (normalizeEmail(typed) === normalizeEmail(email)) throw new Error('This is your email already.')
      await change(typed, current)
    },
    onSuccess: onClose,
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!request.isPending) request.mutate(value)
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
        error={request.error ? errorText(request.error) : undefined}
        onChange={(event) => setValue(event.target.value)}
      />
      <TextInput
        label="Current password"
        type="password"
        autoComplete="current-password"
        hint={CURRENT_PASSWORD_HINT}
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <div className={styles.actions}>
        <Button variant="bare" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="go" busy={request.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

/**
 * Form for the code of the mail to the new address. Once done it keeps its place, unseen: the change is often confirmed
 * in another tab, and must not move what this one shows.
 */
function EmailCodeForm({
  confirm,
  done,
}: {
  confirm(code: string): Promise<void>
  done: boolean
}): ReactElement {
  const [code, setCode] = useState('')
  const request = useMutation({ mutationFn: confirm })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!request.isPending) request.mutate(code)
  }
  return (
    <form
      className={cx(styles.form, done && styles.done)}
      aria-label="Confirm the new email"
      onSubmit={submit}
    >
      <MailCodeField value={code} error={request.error?.message} onChange={setCode} />
      <div className={styles.actions}>
        <Button type="submit" variant="go" busy={request.isPending}>
          Confirm
        </Button>
      </div>
    </form>
  )
}

/** First part of the query key of the unconfirmed new address. */
export const PENDING_EMAIL = 'pending-email'

/** The unconfirmed new address, or null. Read again whenever the window gets the focus. */
function usePendingEmail(userId: string) {
  const services = useServices()
  return useQuery({
    queryKey: [PENDING_EMAIL, userId],
    enabled: userId !== '',
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    async queryFn(): Promise<string | null> {
      const { data, error } = await services.supabase.auth.getUser()
      if (error) throw error
      const { email = '', new_email } = data.user
      // The link was opened in another browser: the session of this one still has the old address.
      if (email !== services.store.get(userAtom)?.email) await refreshUser(services)
      return new_email || null
    },
  })
}

/**
 * State of the Email row: the current address, the unconfirmed new address, and the action that requests a
 * change.
 */
export function useEmailChange() {
  const services = useServices()
  const queryClient = useQueryClient()
  const user = useAtomValue(userAtom)
  const pending = usePendingEmail(user?.id ?? '').data ?? null
  const [requested, setRequested] = useState<string | null>(null)
  const email = user?.email ?? ''

  return {
    email,
    pending: pending === email ? null : pending,
    /** Whether the change requested in this mount has taken effect. */
    done: requested !== null && requested === email,
    async confirm(code: string): Promise<void> {
      if (pending === null) return
      setRequested(pending)
      await confirmEmail(services, pending, code)
      await queryClient.invalidateQueries({ queryKey: [PENDING_EMAIL] })
    },
    async change(typed: string, currentPassword: string): Promise<void> {
      const next = normalizeEmail(typed)
      const changed = await changeEmail(services, next, currentPassword)
      if (user && !changed) services.storage.set(STORAGE.pendingEmail(user.id), next)
      setRequested(next)
      await queryClient.invalidateQueries({ queryKey: [PENDING_EMAIL] })
    },
  }
}

const inDays = (days: number): string => `in ${days} ${days === 1 ? 'day' : 'days'}`

/** A long address breaks after its '@' first. */
function Address({ email }: { email: string }): ReactElement {
  const at = email.indexOf('@') + 1
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}

/**
 * The address with its Change button, which opens a form or shows the days until the next change is possible.
 */
export function EmailRow(): ReactElement {
  const { email, pending, done, change, confirm } = useEmailChange()
  const profile = useAtomValue(profileAtom)
  const [open, setOpen] = useState(false)
  const [wasPending, setWasPending] = useState(false)
  if (pending && !wasPending) setWasPending(true)
  const opener = useRef<HTMLButtonElement>(null)
  const daysLeft = emailChangeDaysLeft(profile?.last_email_change ?? null, new Date())
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }

  return (
    <>
      <dt>Email</dt>
      <dd>
        <Address email={email} />
        <Button ref={opener} variant="bare" aria-expanded={open} onClick={() => setOpen(!open)}>
          Change
        </Button>
      </dd>
      <dd className={styles.under}>
        {open && daysLeft === 0 && <EmailForm email={email} change={change} onClose={close} />}
        <p className={styles.note} role="status">
          {open && daysLeft > 0 && (
            <>
              <Icon name="clock" />
              <span>
                {ONCE_PER_MONTH}. You can change it again {inDays(daysLeft)}.
              </span>
            </>
          )}
          {done && !open && (
            <span className={styles.good}>
              <Icon name="check" /> {EMAIL_UPDATED}
            </span>
          )}
          {pending && !open && (
            <>
              <Icon name="clock" />
              <span>
                Open the link in the mail to <b>{pending}</b> to confirm the change, or enter its code. Until
                then your email stays as it is.
              </span>
            </>
          )}
        </p>
        {(pending || (wasPending && done)) && !open && <EmailCodeForm confirm={confirm} done={done} />}
      </dd>
    </>
  )
}
