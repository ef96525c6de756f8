import { atom } from 'jotai'
import type { Services } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { registerUnsavedWork } from '../../state/unsaved-work.ts'

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
  registerUnsavedWork(() => Object.values(store.get(contactDraftAtom)).some((text) => text.trim() !== ''))
  let user = store.get(userAtom)?.id
  store.sub(userAtom, () => {
    const next = store.get(userAtom)?.id
    if (user !== undefined && next !== user) clearDraft(store)
    user = next
  })
}
