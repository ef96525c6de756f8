import { atom } from 'jotai'
import type { Services } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { registerUnsavedWork } from '../../state/unsaved-work.ts'

/** What is typed so far. An empty subject is the placeholder. */
export interface ContactDraft {
  name: string
  email: string
  subject: string
  message: string
}

const EMPTY: ContactDraft = { name: '', email: '', subject: '', message: '' }

/** Outlives the dialog: closed by accident it loses nothing. Cleared by Cancel, when it was sent, by another user. */
export const contactDraftAtom = atom(EMPTY)

export interface Sending {
  busy: boolean
  /** Why the last try failed. */
  error: string | null
  /** Failed so far. */
  tries: number
  /** What the last try sent, under which id: sent again unchanged it is the same message. */
  last: { id: string; text: string } | null
}

const IDLE: Sending = { busy: false, error: null, tries: 0, last: null }
/** Outlives the dialog too: what is under way goes on when it is closed. */
export const contactSendingAtom = atom(IDLE)

type Store = Services['store']

export function clearDraft(store: Store): void {
  store.set(contactDraftAtom, EMPTY)
  store.set(contactSendingAtom, IDLE)
}

const watched = new WeakSet<Store>()

/** From now on a half-written message counts as unsaved work, and goes with the user who wrote it. Once per page. */
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
