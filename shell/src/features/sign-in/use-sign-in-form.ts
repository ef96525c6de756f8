import { CONFIRM_PATH } from '@propsight/shared/contracts'
import { useRef, useState } from 'react'
import { errorText, LOGIN_FAILED } from '../../state/error-text.ts'
import { RESET_SENT } from '../../state/password.ts'
import { normalizeEmail } from '../../state/pending-code.ts'
import { isPersistent } from '../../state/safe-storage.ts'
import { useServices } from '../../state/services.ts'
import { authNoticeAtom, signingInAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { type EmailStatus, fetchEmailStatus } from './access-code.ts'
import {
  type MailCodeType,
  SignInError,
  type SignInField,
  type SignUpForm,
  sendLink,
  sendPasswordReset,
  signIn,
  signInByCode,
  signUp,
} from './sign-in-actions.ts'

/**
 * A complete address. The check reveals which e-mails have accounts, so the server limits it to ten requests
 * an hour, and incomplete input must not use them up.
 */
const COMPLETE_EMAIL = /^\S+@\S+\.\S+$/

/** Status of the e-mail in the form. Each address is requested once, on blur of its field or on submit. */
export function useEmailStatus(email: string) {
  const services = useServices()
  const requests = useRef(new Map<string, Promise<EmailStatus>>())
  const [answers, setAnswers] = useState<Readonly<Record<string, EmailStatus>>>({})

  function ask(typed: string): Promise<EmailStatus> {
    const key = normalizeEmail(typed)
    const before = requests.current.get(key)
    if (before) return before
    const answer = fetchEmailStatus(services, key).then((status) => {
      // The request failed, so the next call requests it again.
      if (status.codeRequired === null) requests.current.delete(key)
      setAnswers((old) => ({ ...old, [key]: status }))
      return status
    })
    requests.current.set(key, answer)
    return answer
  }
  return {
    /** Undefined until the server has answered. */
    status: answers[normalizeEmail(email)],
    ask,
    checkIfComplete: () => {
      if (COMPLETE_EMAIL.test(email.trim())) void ask(email)
    },
    /** Discards all answers, because an action may have created an account. */
    forget: () => requests.current.clear(),
  }
}

/** `code`: entry of the code of a mail. */
export type SignInMode = 'sign-in' | 'sign-up' | 'code'
type Busy = 'form' | 'link' | 'reset'

const OFFLINE = 'You are offline. Connect to the internet and try again.'

/** Text of a failure. Without a network it is the cause of every failure that is not about a field. */
function textOf(thrown: unknown): string {
  const isOfField = thrown instanceof SignInError && thrown.field !== null
  if (!navigator.onLine && !isOfField) return OFFLINE
  return thrown instanceof Error && thrown.message ? errorText(thrown) : LOGIN_FAILED
}

const EMPTY: SignUpForm & { mailCode: string } = {
  email: '',
  password: '',
  confirm: '',
  dateOfBirth: '',
  region: '',
  code: '',
  mailCode: '',
}

/**
 * State and actions of the login screen. After a successful sign-in or sign-up the callback runs and the page
 * reloads (A13), unless the browser denies storage.
 */
export function useSignInForm(onSuccess: () => void) {
  const services = useServices()
  // The page of mailed links without a link, for example from a mail program that shortens addresses.
  const isAtConfirm = services.location.get().path === CONFIRM_PATH
  const [mode, setMode] = useState<SignInMode>(isAtConfirm ? 'code' : 'sign-in')
  const [form, setForm] = useState(EMPTY)
  const [busy, setBusy] = useState<Busy | null>(null)
  const [error, setError] = useState<{ text: string; field: SignInField | null } | null>(null)
  const [done, setDone] = useState<string | null>(null)
  /** Set after a link was requested for a new e-mail: sign-up then offers the link too. */
  const [byLink, setByLink] = useState(false)
  /** Kind of the mail that was requested last. */
  const [codeType, setCodeType] = useState<MailCodeType>('email')
  const { status, ask, checkIfComplete, forget } = useEmailStatus(form.email)

  async function run(what: Busy, work: () => Promise<string | null>) {
    if (busy) return
    setBusy(what)
    setError(null)
    // The text about the sent mail stays while its code is entered, until the code is refused.
    if (mode !== 'code') setDone(null)
    services.store.set(authNoticeAtom, null)
    try {
      const text = await work()
      if (text !== null) setDone(text)
    } catch (thrown) {
      const field = thrown instanceof SignInError ? thrown.field : null
      setError({ text: textOf(thrown), field })
      setDone(null)
      if (what === 'link' && field && field !== 'email') {
        setMode('sign-up')
        setByLink(true)
      }
    } finally {
      setBusy(null)
    }
  }

  /**
   * Keeps the login screen visible while it runs. A failure after the sign-in succeeded is shown as a toast
   * in the app.
   */
  async function enter(work: () => Promise<void>): Promise<string | null> {
    const { store, supabase, storage, reload } = services
    const inSession = async () => (await supabase.auth.getSession()).data.session !== null
    store.set(signingInAtom, true)
    try {
      await work()
      forget()
      if (await inSession()) {
        onSuccess()
        // Without storage the session exists only in this page, and a reload would return to the login
        // screen.
        if (isPersistent(storage)) reload()
        else store.set(signingInAtom, false)
        return null
      }
    } catch (thrown) {
      if (await inSession()) showToast(store, { message: textOf(thrown), tone: 'low' })
      store.set(signingInAtom, false)
      throw thrown
    }
    store.set(signingInAtom, false)
    return 'Check your inbox to confirm your email.'
  }

  return {
    mode,
    form,
    busy,
    error,
    done,
    byLink,
    /** Whether sign-up is open with an e-mail that already has an account. */
    emailTaken: mode === 'sign-up' && status?.exists === true,
    asks: {
      region: services.config.closedRegions.length > 0 && !status?.exists,
      code: status ? !status.exists && status.codeRequired !== false : true,
    },
    onEmailBlur: () => {
      if (mode === 'sign-up') checkIfComplete()
    },
    setField: (field: keyof typeof EMPTY, value: string) => setForm((old) => ({ ...old, [field]: value })),
    toggle: () => {
      if (mode === 'sign-in') checkIfComplete()
      setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')
      setError(null)
      setDone(null)
      setByLink(false)
      services.store.set(authNoticeAtom, null)
      if (isAtConfirm) services.location.navigate('/', { replace: true })
    },
    enterCode: () => {
      setMode('code')
      setError(null)
    },
    submit: () =>
      run('form', () =>
        enter(() => {
          if (mode === 'code') return signInByCode(services, { ...form, type: codeType })
          return mode === 'sign-in' ? signIn(services, form) : signUp(services, form, { getEmailStatus: ask })
        }),
      ),
    link: () =>
      run('link', async () => {
        await sendLink(services, form, { getEmailStatus: ask })
        forget()
        setCodeType('email')
        return 'Sign-in link sent. Check your inbox.'
      }),
    forgot: () =>
      run('reset', async () => {
        await sendPasswordReset(services, form.email)
        setCodeType('recovery')
        return RESET_SENT
      }),
  }
}
