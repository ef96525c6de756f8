import { STORAGE } from '../../config/storage-keys.ts'
import { layerAtom } from '../../state/layer.ts'
import { normalizeEmail } from '../../state/pending-code.ts'
import type { Services } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { EMAIL_UPDATED } from './change-email.ts'

/**
 * Shows a toast after a confirmation link changed the email: in the tab that the link opened, or in the tab
 * that is visible next. While the account dialog is open no toast is shown, because the dialog shows the
 * result itself.
 * @returns stops watching
 */
export function announceEmailChange({ store, storage }: Services): () => void {
  const announceIfPending = () => {
    const user = store.get(userAtom)
    if (!user || document.visibilityState !== 'visible' || store.get(layerAtom)?.kind === 'account') return
    const key = STORAGE.pendingEmail(user.id)
    if (storage.get(key) !== normalizeEmail(user.email)) return
    storage.remove(key)
    showToast(store, { message: EMAIL_UPDATED, tone: 'good' })
  }
  announceIfPending()
  return store.sub(userAtom, announceIfPending)
}
