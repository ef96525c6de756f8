import { isApiError } from '@propsight/shared/client'
import { contactResponse } from '@propsight/shared/contracts'
import { layerAtom } from '../../state/layer.ts'
import type { Services } from '../../state/services.ts'
import { showToast } from '../../state/toasts.ts'
import { clearDraft, contactDraftAtom, contactSendingAtom } from './contact-draft.ts'

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
export async function sendMessage({ store, api, config, log }: SendServices): Promise<void> {
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
