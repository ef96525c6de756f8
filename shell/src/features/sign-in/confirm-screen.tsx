import { Button, FieldError, Icon, Wordmark } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { LINK_EXPIRED, NO_ANSWER } from '../../state/error-text.ts'
import { OTHER_ACCOUNT } from '../../state/mail-error-text.ts'
import { requestPasswordReset } from '../../state/password.ts'
import { normalizeEmail } from '../../state/pending-code.ts'
import { recordLinkRequest } from '../../state/requested-link.ts'
import { type Services, useServices } from '../../state/services.ts'
import { type MailedLink, mailedLinkAtom, signOutHere, userAtom } from '../../state/session.ts'
import styles from './sign-in.module.css'

const SIGN_IN = { title: 'Sign in to Propsight', text: 'Press Continue to sign in', as: ' as ' }
/** `as` joins the text with the address of the link. */
const TEXTS: Record<MailedLink['type'], { title: string; text: string; as: string }> = {
  email: SIGN_IN,
  magiclink: SIGN_IN,
  signup: { ...SIGN_IN, title: 'Confirm your email' },
  invite: { ...SIGN_IN, title: 'Accept the invitation' },
  recovery: { title: 'Reset your password', text: 'Press Continue to set a new password', as: ' for ' },
  email_change: { title: 'Confirm your new email', text: 'Press Continue to confirm the new email', as: ' ' },
}

/** Requests another mail of the kind whose link has ended. @throws Error with the provider's message */
async function requestAgain(services: Services, { type }: MailedLink, email: string): Promise<void> {
  const { supabase, origin } = services
  const options = { shouldCreateUser: false, emailRedirectTo: origin }
  if (type !== 'recovery') recordLinkRequest(services, email)
  const error =
    type === 'recovery'
      ? await requestPasswordReset(services, email)
      : (await supabase.auth.signInWithOtp({ email, options })).error
  if (error) throw new Error(error.message)
}

/**
 * The page of a mail's link (A6, A8, A9, A12). Only its button uses the token up: mail gateways and previews open
 * links, too, and some of them run scripts.
 */
export function ConfirmScreen(): ReactElement | null {
  const link = useAtomValue(mailedLinkAtom)
  return link && <Confirm link={link} />
}

function Confirm({ link }: { link: MailedLink }): ReactElement {
  const services = useServices()
  const user = useAtomValue(userAtom)
  const { title, text, as } = TEXTS[link.type]
  const isChange = link.type === 'email_change'
  const isOtherUser =
    !isChange &&
    user !== null &&
    link.email !== null &&
    normalizeEmail(user.email) !== normalizeEmail(link.email)
  const confirm = useMutation({ mutationFn: link.accept })
  const signOut = () => signOutHere(services)
  const again = useMutation({ mutationFn: (email: string) => requestAgain(services, link, email) })
  const failure = confirm.error ? { text: NO_ANSWER, isOver: false } : confirm.data
  const isOver = failure?.isOver === true
  const { email } = link
  const canRepeat = failure?.text === LINK_EXPIRED && email !== null && !isChange

  const address = email && <b>{email}</b>
  const sentTo = address && <>This link was mailed to {address}.</>
  const afterChange = user ? (
    <>
      You stay signed in as <b>{user.email}</b>.
    </>
  ) : (
    'You then sign in with it.'
  )
  const question = (
    <>
      {text}
      {address && as}
      {address}. {isChange && <>{afterChange} </>}Continue only if you asked for this mail.
    </>
  )
  if (isOtherUser)
    return (
      <Page title={title} text={OTHER_ACCOUNT}>
        <Button block large onClick={() => void signOut()}>
          Sign Out
        </Button>
        <Button block large onClick={link.decline}>
          Back to Propsight
        </Button>
      </Page>
    )
  return (
    <Page key={String(isOver)} title={title} text={isOver ? sentTo : question}>
      {failure && !again.isSuccess && (
        <FieldError id="confirm-error">
          {isOver && isChange ? `${failure.text}. Ask for the change again.` : failure.text}
        </FieldError>
      )}
      {!isOver && (
        <Button variant="go" block large busy={confirm.isPending} onClick={() => confirm.mutate()}>
          Continue
        </Button>
      )}
      {canRepeat && (
        <Button variant="go" block large busy={again.isPending} onClick={() => again.mutate(email)}>
          Email me a new link
        </Button>
      )}
      <p className={styles.done} role="status">
        {again.isSuccess && (
          <>
            <Icon name="check" /> New mail sent. Check your inbox.
          </>
        )}
      </p>
      {again.error && <FieldError id="again-error">{again.error.message}</FieldError>}
      <Button block large onClick={link.decline}>
        {user ? 'Back to Propsight' : 'Back to sign in'}
      </Button>
    </Page>
  )
}

function Page({
  title,
  text,
  children,
}: {
  title: string
  text: ReactNode
  children: ReactNode
}): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null)
  // Not a button: a key that is still held from the page before would press it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className={styles.question} aria-labelledby="confirm-title">
      <div className={styles.mark}>
        <Wordmark height={32} />
      </div>
      <h1 id="confirm-title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.subtitle}>{text}</p>
      <div className={styles.form}>{children}</div>
    </main>
  )
}
