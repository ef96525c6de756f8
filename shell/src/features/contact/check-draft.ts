import { contactBody } from '@propsight/shared/contracts'
import type { ContactDraft } from './contact-draft.ts'

export type ContactField = keyof ContactDraft
export type ContactErrors = Partial<Record<ContactField, string>>

const MISSING: Record<ContactField, string> = {
  name: 'Please enter your name',
  email: 'Please enter your email address',
  subject: 'Please select a subject',
  message: 'Please enter a message',
}
const FIELDS = Object.keys(MISSING) as ContactField[]

/** Error text for a field that exceeds the server's maximum length, in characters. */
const lengthOf = (length: number, most: number): string =>
  `At most ${most.toLocaleString('en-US')} characters; this has ${length.toLocaleString('en-US')}`

/**
 * Finds errors that the browser's own validation accepts: blank fields and, when the message is sent to the
 * server, fields that the server would refuse.
 */
export function checkDraft(draft: ContactDraft, isSent: boolean): ContactErrors {
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
        : 'Please enter an email address that can be answered'
  }
  return errors
}
