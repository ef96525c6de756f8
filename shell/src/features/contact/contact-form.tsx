import { CONTACT_SUBJECTS } from '@propsight/shared/contracts'
import { SelectInput, TextArea, TextInput } from '@propsight/shared/ui'
import type { FormEvent, ReactElement } from 'react'
import type { ContactErrors, ContactField } from './check-draft.ts'
import styles from './contact.module.css'
import type { ContactDraft } from './contact-draft.ts'

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
