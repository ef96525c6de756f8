import { contactBody } from '@propsight/shared/contracts'
import { atom } from 'jotai'
import type { Services } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { registerUnsavedWork } from '../../state/unsaved-work.ts'

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
const lengthOf = (length: number, max: number): string =>
  `At most ${max.toLocaleString('en-US')} characters; this has ${length.toLocaleString('en-US')}`

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
        : 'Please enter an email address that we can reply to'
  }
  return errors
}

/** The current input. An empty subject is the placeholder. */
export interface ContactDraft {
  name: string
  email: string
  subject: string
  message: string
}

const EMPTY: ContactDraft = { name: '', email: '', subject: '', message: '' }

/** Survives closing the dialog. Cleared by Cancel, after sending, and when another user signs in. */
export const contactDraftAtom = atom(EMPTY)

export interface Sending {
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
export const contactSendingAtom = atom(IDLE)

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
export function watchDraft(store: Store): void {
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
