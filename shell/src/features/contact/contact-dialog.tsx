import { isApiError } from '@propsight/shared/client'
import { CONTACT_SUBJECTS, contactBody, contactResponse } from '@propsight/shared/contracts'
import { Button, Dialog, FieldError, SelectInput, TextArea, TextInput } from '@propsight/shared/ui'
import { atom, useAtomValue } from 'jotai'
import { type FormEvent, type ReactElement, useEffect, useId, useState } from 'react'
import { layerAtom } from '../../state/layer.ts'
import { type Services, useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { registerUnsavedWork } from '../../state/unsaved-work.ts'
import styles from './contact.module.css'

type ContactField = keyof ContactDraft
type ContactErrors = Partial<Record<ContactField, string>>

const MISSING: Record<ContactField, string> = {
  name: 'Please enter your name',
  email: 'Please enter your email address',
  subject: 'Please select a subject',
  message: 'Please enter a message',
}
const FIELDS = Object.keys(MISSING) as ContactField[]

/** Error text for a field that exceeds the server's maximum length, in characters. */
const lengthOf = (length: number, max: number): string =>
  `At most ${max.toLocaleString('en-US')} characters; this has ${length.toLocaleString('en-US')}`

/**
 * Finds errors that the browser's own validation accepts: blank fields and, when the message is sent to the
 * server, fields that the server would refuse.
 */
function checkDraft(draft: ContactDraft, isSent: boolean): ContactErrors {
  const errors: ContactErrors = {}
  for (const field of FIELDS) if (draft[field].trim() === '') errors[field] = MISSING[field]
  if (!isSent) return errors
  const { error } = contactBody.omit({ id: true }).safeParse(draft)
  for (const issue of error?.issues ?? []) {
    const field = FIELDS.find((each) => each === issue.path[0])
    if (!field || errors[field]) continue
    errors[field] =
      issue.code === 'too_big'
        ? lengthOf(draft[field].trim().length, Number(issue.maximum))
        : 'Please enter an email address that we can reply to'
  }
  return errors
}

/** The current input. An empty subject is the placeholder. */
interface ContactDraft {
  name: string
  email: string
  subject: string
  message: string
}

const EMPTY: ContactDraft = { name: '', email: '', subject: '', message: '' }

/** Survives closing the dialog. Cleared by Cancel, after sending, and when another user signs in. */
const contactDraftAtom = atom(EMPTY)

interface Sending {
  busy: boolean
  /** Error message of the last attempt. */
  error: string | null
  /** Number of failed attempts. */
  tries: number
  /**
   * Text and id of the last attempt. An unchanged text is sent again under the same id, so the server stores
   * it once.
   */
  last: { id: string; text: string } | null
}

const IDLE: Sending = { busy: false, error: null, tries: 0, last: null }
/** Survives closing the dialog too: a running request continues. */
const contactSendingAtom = atom(IDLE)

type Store = Services['store']

export function clearDraft(store: Store): void {
  store.set(contactDraftAtom, EMPTY)
  store.set(contactSendingAtom, IDLE)
}

const watched = new WeakSet<Store>()

/**
 * Registers the draft as unsaved work, and clears it when the signed-in user changes. Registers once per
 * store.
 */
function watchDraft(store: Store): void {
  if (watched.has(store)) return
  watched.add(store)
  registerUnsavedWork(
    () => Object.values(store.get(contactDraftAtom)).some((text) => text.trim() !== '') && 'reload',
  )
  let user = store.get(userAtom)?.id
  store.sub(userAtom, () => {
    const next = store.get(userAtom)?.id
    if (user !== undefined && next !== user) clearDraft(store)
    user = next
  })
}

/** Alert without configured mail: nothing was sent. Exact text of row S9. */
const DEMO_TEXT = 'Thank you for your message! This is a UI demo - no actual message was sent.'
const SENT_TEXT = 'Thank you for your message! It has been sent.'
const STORED_TEXT =
  'Thank you for your message! It is stored and will be sent when our mail server accepts it.'
const LIMIT_MS = 30_000

const reasonOf = (thrown: unknown): string => {
  if (!isApiError(thrown)) return 'The server’s answer cannot be read.'
  return thrown.code === 'CONNECTION_ERROR' ? 'The server cannot be reached.' : thrown.message
}

type SendServices = Pick<Services, 'store' | 'api' | 'config' | 'log'>

function confirmSent(store: Services['store'], text: string): void {
  window.alert(text)
  clearDraft(store)
  if (store.get(layerAtom)?.kind === 'contact') store.set(layerAtom, null)
}

/**
 * Sends the current draft. Success is confirmed by an alert and clears the draft. A failure keeps the draft
 * and shows the reason in the dialog, or in a toast when the dialog is closed.
 */
async function sendMessage({ store, api, config, log }: SendServices): Promise<void> {
  if (store.get(contactSendingAtom).busy) return
  if (!config.contact) return confirmSent(store, DEMO_TEXT)
  const draft = store.get(contactDraftAtom)
  const text = JSON.stringify(draft)
  const { last, error: before, tries } = store.get(contactSendingAtom)
  const id = last?.text === text ? last.id : crypto.randomUUID()
  // The previous error stays visible until this attempt ends, so that its Retry button keeps the focus.
  store.set(contactSendingAtom, { busy: true, error: before, tries, last: { id, text } })
  try {
    const answer = await api.json('/api/contact', { body: { ...draft, id }, timeoutMs: LIMIT_MS })
    confirmSent(store, contactResponse.parse(answer).sent ? SENT_TEXT : STORED_TEXT)
  } catch (thrown) {
    log('contact', thrown)
    const error = `Your message was not sent. ${reasonOf(thrown)}`
    store.set(contactSendingAtom, { busy: false, error, tries: tries + 1, last: { id, text } })
    if (store.get(layerAtom)?.kind !== 'contact') {
      const open = () => store.set(layerAtom, { kind: 'contact' })
      showToast(store, { message: error, tone: 'low', action: { label: 'Open', run: open } })
    }
  }
}

export interface ContactFormProps {
  id: string
  draft: ContactDraft
  errors: ContactErrors
  /** True while the message is being sent. */
  readOnly: boolean
  onChange(field: ContactField, value: string): void
  onSubmit(form: HTMLFormElement): void
}

/** The four fields of Contact Us. Its buttons are in the dialog's footer. */
export function ContactForm({
  id,
  draft,
  errors,
  readOnly,
  onChange,
  onSubmit,
}: ContactFormProps): ReactElement {
  const field = (name: ContactField) => ({
    name,
    required: true,
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event.currentTarget)
  }
  return (
    <form id={id} className={styles.form} onSubmit={submit}>
      <TextInput {...field('name')} label="Full Name *" type="text" autoComplete="name" readOnly={readOnly} />
      <TextInput
        {...field('email')}
        label="Email Address *"
        type="email"
        autoComplete="email"
        readOnly={readOnly}
      />
      <SelectInput {...field('subject')} label="Subject *" disabled={readOnly}>
        <option value="">Select a subject</option>
        {CONTACT_SUBJECTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectInput>
      <TextArea {...field('message')} label="Message *" rows={6} readOnly={readOnly} />
    </form>
  )
}

export interface ContactDialogProps {
  open: boolean
  onClose(): void
}

/**
 * Contact Us (S9): sends the message when mail is configured; otherwise an alert states that nothing was
 * sent.
 */
export function ContactDialog({ open, onClose }: ContactDialogProps): ReactElement {
  const services = useServices()
  const { store, config } = services
  const draft = useAtomValue(contactDraftAtom)
  const { busy, error, tries } = useAtomValue(contactSendingAtom)
  const [errors, setErrors] = useState<ContactErrors>({})
  const formId = useId()
  useEffect(() => watchDraft(store), [store])

  const send = (form: HTMLFormElement) => {
    const found = checkDraft(draft, config.contact)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first === undefined) {
      void sendMessage(services)
      return
    }
    const wrong = form.elements.namedItem(first)
    if (wrong instanceof HTMLElement) wrong.focus()
  }
  const cancel = () => {
    clearDraft(store)
    setErrors({})
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Contact Us"
      footer={
        <>
          {error && (
            <div className={styles.failure}>
              {/* The key remounts the error, so that a retry that fails with the same text is announced. */}
              <FieldError key={tries}>{error}</FieldError>
              <Button type="submit" form={formId} busy={busy}>
                Retry
              </Button>
            </div>
          )}
          <Button variant="bare" onClick={cancel} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="go" busy={busy}>
            {busy ? 'Sending…' : 'Send Message'}
          </Button>
        </>
      }
    >
      <p>Have questions or feedback? We'd love to hear from you.</p>
      <ContactForm
        id={formId}
        draft={draft}
        errors={errors}
        readOnly={busy}
        onChange={(field, value) => {
          store.set(contactDraftAtom, (before) => ({ ...before, [field]: value }))
          setErrors(({ [field]: _, ...others }) => others)
        }}
        onSubmit={send}
      />
      <p className={styles.privacy}>
        Your information is handled under our Privacy Policy. It is used only to respond to your inquiry and
        is not shared with third parties.
      </p>
    </Dialog>
  )
}
