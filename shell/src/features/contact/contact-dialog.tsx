import { isApiError } from '@propsight/shared/client'
import { CONTACT_SUBJECTS, contactResponse } from '@propsight/shared/contracts'
import { Button, Dialog, FieldError, SelectInput, TextArea, TextInput } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { type FormEvent, type ReactElement, useEffect, useId, useState } from 'react'
import { layerAtom } from '../../state/layer.ts'
import { type Services, useServices } from '../../state/services.ts'
import { showToast } from '../../state/toasts.ts'
import styles from './contact.module.css'
import {
  type ContactDraft,
  type ContactErrors,
  type ContactField,
  checkDraft,
  clearDraft,
  contactDraftAtom,
  contactSendingAtom,
  watchDraft,
} from './contact-draft.ts'

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
