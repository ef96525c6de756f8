import { useReadable, useShell } from '@propsight/shared/client'
import {
  beginFactorResponse,
  confirmFactorResponse,
  type SecondFactor,
  secondFactorResponse,
} from '@propsight/shared/contracts'
import { Button, FieldError, TextInput } from '@propsight/shared/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { Modal } from '../../components/modal.tsx'
import { errorText } from '../../state/requests.ts'
import styles from './access.module.css'

/** Loaded on demand, because a factor is set up once per account. */
const SecretCode = lazy(() => import('./secret-code.tsx'))

const ADDRESS = '/api/admin/second-factor'
const FALLBACKS = { server: 'The code could not be checked' }

/** State of the account's second factor, and its calls. */
function useSecondFactor() {
  const shell = useShell()
  const userId = useReadable(shell.session)?.id ?? null
  const state = useQuery({
    queryKey: ['admin', 'second-factor', userId],
    queryFn: async ({ signal }) => secondFactorResponse.parse(await shell.api.json(ADDRESS, { signal })),
    staleTime: 0,
  })
  const email = useReadable(shell.session)?.email ?? ''
  return {
    state,
    begin: async () => beginFactorResponse.parse(await shell.api.json(`${ADDRESS}/begin`, { body: {} })),
    confirm: async (code: string) =>
      confirmFactorResponse.parse(await shell.api.json(`${ADDRESS}/confirm`, { body: { code } })),
    pass: (code: string) => shell.api.json(`${ADDRESS}/pass`, { body: { code } }),
    remove: () => shell.api.json(`${ADDRESS}/remove`, { body: { email } }),
  }
}

interface CodeFormProps {
  label: string
  hint: string
  send(code: string): Promise<unknown>
  onDone(): void
}

/** Form for one code. A wrong code clears the field. */
function CodeForm({ label, hint, send, onDone }: CodeFormProps) {
  const [code, setCode] = useState('')
  const sending = useMutation({
    mutationFn: () => send(code.trim()),
    onSuccess: onDone,
    onError: () => setCode(''),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!sending.isPending) sending.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label={label}
        hint={hint}
        autoComplete="one-time-code"
        required
        maxLength={40}
        value={code}
        error={sending.error ? errorText(sending.error, FALLBACKS) : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="go" large busy={sending.isPending}>
        Continue
      </Button>
    </form>
  )
}

/** Sets a factor up: shows the secret, asks for the first code, then shows the recovery codes once. */
function Setup({ onDone }: { onDone(): void }) {
  const factor = useSecondFactor()
  const [codes, setCodes] = useState<string[] | null>(null)
  const begun = useMutation({ mutationFn: factor.begin })
  if (codes)
    return (
      <div className={styles.form}>
        <p>
          Keep these recovery codes in a safe place. Each replaces the authenticator once. They are not shown
          again.
        </p>
        <ul className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button variant="go" large onClick={onDone}>
          I have stored them
        </Button>
      </div>
    )
  if (!begun.data)
    return (
      <div className={styles.form}>
        <p>An authenticator app on your phone shows a code that you enter at the start of each session.</p>
        {begun.error && (
          <FieldError>{errorText(begun.error, { server: 'It could not be set up' })}</FieldError>
        )}
        <Button variant="go" large busy={begun.isPending} onClick={() => begun.mutate()}>
          Set up
        </Button>
      </div>
    )
  const { secret, uri } = begun.data
  return (
    <>
      <p>
        Scan this code with your authenticator app, enter its key there, or open <a href={uri}>this link</a>{' '}
        on the device of the app.
      </p>
      <Suspense fallback={<div className={styles.qrCode} />}>
        <SecretCode uri={uri} />
      </Suspense>
      <p className={styles.secret}>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
      <CodeForm
        label="Code of the app"
        hint="Six digits"
        send={async (code) => setCodes((await factor.confirm(code)).recoveryCodes)}
        onDone={() => undefined}
      />
    </>
  )
}

/** The step that a session has to pass: entering a code, or setting a factor up where it is required. */
export function FactorStep({ onPassed }: { onPassed(): void }) {
  const { state, pass } = useSecondFactor()
  if (!state.data) return null
  if (!state.data.enrolled)
    return (
      <>
        <h2>Set up a second factor</h2>
        <Setup onDone={onPassed} />
      </>
    )
  return (
    <>
      <h2>Second factor</h2>
      <CodeForm
        label="Code"
        hint="Of your authenticator app, or a recovery code"
        send={pass}
        onDone={onPassed}
      />
    </>
  )
}

function FactorState({ state, onRemoved }: { state: SecondFactor; onRemoved(): void }) {
  const { remove } = useSecondFactor()
  const removing = useMutation({ mutationFn: remove, onSuccess: onRemoved })
  return (
    <div className={styles.form}>
      <p>
        Your account has a second factor. Unused recovery codes: <b>{state.recoveryCodes}</b>.
      </p>
      {removing.error && (
        <FieldError>{errorText(removing.error, { server: 'It could not be removed' })}</FieldError>
      )}
      <Button busy={removing.isPending} onClick={() => removing.mutate()}>
        Remove second factor
      </Button>
    </div>
  )
}

/** The button and dialog with which administrators set up or remove the second factor of their account. */
export function OwnFactor() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="bare" onClick={() => setOpen(true)}>
        Second factor
      </Button>
      {open && <OwnFactorDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function OwnFactorDialog({ onClose }: { onClose(): void }) {
  const { state } = useSecondFactor()
  // The state at opening, as the server has it: the recovery codes must stay visible although the factor is
  // confirmed by then.
  const [setsUp, setSetsUp] = useState<boolean | null>(null)
  if (state.data && !state.isFetching && setsUp === null) setSetsUp(!state.data.enrolled)
  return (
    <Modal title="Second factor" onClose={onClose}>
      {state.error && !state.data && (
        <FieldError>{errorText(state.error, { server: 'It could not be read' })}</FieldError>
      )}
      {setsUp && <Setup onDone={onClose} />}
      {setsUp === false && state.data && <FactorState state={state.data} onRemoved={onClose} />}
    </Modal>
  )
}
