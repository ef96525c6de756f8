import { Button, Icon } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { type ReactElement, useRef, useState } from 'react'
import { profileAtom } from '../../state/session.ts'
import styles from './account.module.css'
import { EMAIL_UPDATED, ONCE_PER_MONTH } from './change-email.ts'
import { emailChangeDaysLeft } from './email-change.ts'
import { EmailForm } from './email-form.tsx'
import { useEmailChange } from './use-email-change.ts'

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
  const { email, pending, done, change } = useEmailChange()
  const profile = useAtomValue(profileAtom)
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const left = emailChangeDaysLeft(profile?.last_email_change ?? null, new Date())
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
        {open && left === 0 && <EmailForm email={email} change={change} onClose={close} />}
        <p className={styles.note} role="status">
          {open && left > 0 && (
            <>
              <Icon name="clock" />
              <span>
                {ONCE_PER_MONTH}. You can change it again {inDays(left)}.
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
                Open the link in the mail to <b>{pending}</b> to confirm the change. Until then your email
                stays as it is.
              </span>
            </>
          )}
        </p>
      </dd>
    </>
  )
}
