import { PITCHERS_PATH } from '@propsight/shared/contracts'
import {
  Banner,
  Button,
  Call,
  FieldError,
  Icon,
  LineBars,
  Tag,
  TextInput,
  Wordmark,
} from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { type FormEvent, type ReactElement, useId } from 'react'
import { Link } from 'react-router-dom'
import { MailCodeField } from '../../components/mail-code-field.tsx'
import { layerAtom } from '../../state/layer.ts'
import { useServices } from '../../state/services.ts'
import { authNoticeAtom, type LinkOffer, linkOfferAtom } from '../../state/session.ts'
import styles from './sign-in.module.css'
import type { SignInField } from './sign-in-actions.ts'
import { SignUpFields } from './sign-up-fields.tsx'
import { type SignInMode, useSignInForm } from './use-sign-in-form.ts'

const GAMES = [2, 0, 4, 2, 3, 2, 5, 1, 2, 4]

/** Explains how to read a pick, with invented numbers labelled as sample data. */
export const ReadingGuide = (): ReactElement => (
  <aside className={styles.guide} aria-label="How to read Propsight">
    <div>
      <h2>
        How to read a pick <Tag outlined>Sample data</Tag>
      </h2>
      <div className={styles.lesson}>
        <div className={styles.between}>
          <Call side="OVER" line={1.5} className={styles.call ?? ''} />
          <span className="u-dim">Total Bases</span>
        </div>
        <p>Blue with a triangle up is over the line, orange with a triangle down is under.</p>
      </div>
      <div className={styles.lesson}>
        <LineBars values={GAMES} line={1.5} size="wide" />
        <p>Each bar is a game. It points up when the player went over the line, and down when not.</p>
      </div>
      <div className={styles.lesson}>
        <div className={styles.between}>
          <b className={`u-fig ${styles.rate}`}>
            80<small>%</small>
          </b>
          <span className="u-dim">8 of 10 over</span>
        </div>
        <p>
          How often the pick won in the chosen window, with the number of games. Games equal to the line are
          left out.
        </p>
      </div>
    </div>
  </aside>
)

/**
 * Asks whether to continue as the account of a link that this browser did not request (A7). Any site can send
 * visitors a link that signs in to another account.
 */
const LinkQuestion = ({ offer: { email, accept, decline } }: { offer: LinkOffer }): ReactElement => (
  <main className={styles.question} aria-labelledby="link-question">
    <div className={styles.mark}>
      <Wordmark height={32} />
    </div>
    <h1 id="link-question">Continue as {email}?</h1>
    <p className={styles.subtitle}>
      The link you opened signs in to this account. It was not requested in this browser. Continue only if the
      account is yours and you asked for the link.
    </p>
    <div className={styles.form}>
      <Button variant="go" block large onClick={accept}>
        Continue
      </Button>
      <Button block large onClick={decline}>
        Cancel
      </Button>
    </div>
  </main>
)

const SECTION: Record<SignInMode, string> = {
  'sign-in': 'Sign in',
  'sign-up': 'Sign up',
  code: 'Enter a code',
}
const SUBMIT: Record<SignInMode, string> = {
  'sign-in': 'Sign in',
  'sign-up': 'Create account',
  code: 'Continue',
}
const TOGGLE: Record<SignInMode, { question: string; action: string }> = {
  'sign-in': { question: 'New here?', action: 'Sign up with an access code' },
  'sign-up': { question: 'Have an account?', action: 'Sign in' },
  code: { question: 'No mail?', action: 'Back to sign in' },
}

/** Login screen with the modes sign-in, sign-up and entry of a mailed code, or the question of a link (A1, A7). */
export function SignInScreen({ onSuccess }: { onSuccess(): void }): ReactElement {
  const offer = useAtomValue(linkOfferAtom)
  return offer ? <LinkQuestion offer={offer} /> : <SignInForm onSuccess={onSuccess} />
}

function SignInForm({ onSuccess }: { onSuccess(): void }): ReactElement {
  const { store } = useServices()
  const notice = useAtomValue(authNoticeAtom)
  const errorId = useId()
  const view = useSignInForm(onSuccess)
  const { mode, form, busy, error, done, setField } = view
  const signUp = mode === 'sign-up'
  const byCode = mode === 'code'
  const errorIdOf = (field: SignInField) => (error?.field === field ? errorId : undefined)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void view.submit()
  }

  return (
    <main className={styles.screen}>
      <section className={styles.side} aria-label={SECTION[mode]}>
        <div>
          <div className={styles.mark}>
            <Wordmark height={32} />
          </div>
          <h1>Welcome to Propsight</h1>
          <p className={styles.subtitle}>Sign in to access your dashboard</p>
          {notice && (
            <div className={styles.notice}>
              <Banner>{notice}</Banner>
            </div>
          )}
          <form className={styles.form} onSubmit={onSubmit}>
            <TextInput
              label="Email"
              type="email"
              autoComplete="email"
              required
              value={form.email}
              errorId={errorIdOf('email')}
              {...(view.emailTaken && { hint: 'This email has an account: sign in instead.' })}
              onBlur={view.onEmailBlur}
              onChange={(event) => setField('email', event.target.value)}
            />
            {byCode && (
              <MailCodeField
                autoFocus
                value={form.mailCode}
                errorId={errorIdOf('mailCode')}
                onChange={(value) => setField('mailCode', value)}
              />
            )}
            {signUp && <SignUpFields form={form} asks={view.asks} set={setField} errorIdOf={errorIdOf} />}
            {mode === 'sign-in' && (
              <TextInput
                label="Password"
                type="password"
                autoComplete="current-password"
                required
                value={form.password}
                onChange={(event) => setField('password', event.target.value)}
              />
            )}
            {error && <FieldError id={errorId}>{error.text}</FieldError>}
            <p className={styles.done} role="status">
              {done && (
                <>
                  <Icon name="check" /> {done}
                </>
              )}
            </p>
            <Button type="submit" variant="go" block large busy={busy === 'form'}>
              {SUBMIT[mode]}
            </Button>
            {(mode === 'sign-in' || view.byLink) && !byCode && (
              <Button block large busy={busy === 'link'} onClick={() => void view.link()}>
                Email me a sign-in link
              </Button>
            )}
            {signUp && (
              <p className={styles.agree}>
                By creating an account you accept the{' '}
                <button
                  type="button"
                  className={styles.link}
                  onClick={() => store.set(layerAtom, { kind: 'legal', text: 'terms' })}
                >
                  Terms of Service
                </button>{' '}
                and the{' '}
                <button
                  type="button"
                  className={styles.link}
                  onClick={() => store.set(layerAtom, { kind: 'legal', text: 'privacy' })}
                >
                  Privacy Policy
                </button>
                .
              </p>
            )}
            {!byCode && (
              <div className={styles.row}>
                {!signUp && (
                  <button
                    type="button"
                    className={styles.link}
                    disabled={busy !== null}
                    onClick={() => void view.forgot()}
                  >
                    Forgot password
                  </button>
                )}
                <button
                  type="button"
                  className={styles.link}
                  disabled={busy !== null}
                  onClick={view.enterCode}
                >
                  Enter the code from the mail
                </button>
              </div>
            )}
          </form>
          <p className={styles.other}>
            {TOGGLE[mode].question}{' '}
            <button type="button" className={styles.link} onClick={view.toggle}>
              {TOGGLE[mode].action}
            </button>
          </p>
          <p className={styles.other}>
            Open to everyone:{' '}
            <Link to={PITCHERS_PATH} className={styles.link}>
              Today's pitchers
            </Link>
          </p>
        </div>
      </section>
      <ReadingGuide />
    </main>
  )
}
