import { STORAGE } from '../../config/storage-keys.ts'
import { plainEmail } from '../../state/pending-code.ts'
import type { Services } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { layerAtom } from '../../state/views.ts'
import { EMAIL_UPDATED } from './change-email.ts'

/**
 * Tells whoever opened the link in a mail that the address is the new one: in the tab that the link opened, or where
 * the user is next. The account dialog says it itself.
 * @returns ends it
 */
export function tellEmailChanged({ store, storage }: Services, page: Document = document): () => void {
  const look = () => {
    const user = store.get(userAtom)
    if (!user || page.visibilityState !== 'visible' || store.get(layerAtom)?.kind === 'account') return
    const key = STORAGE.pendingEmail(plainEmail(user.email))
    if (storage.get(key) !== user.id) return
    storage.remove(key)
    showToast(store, { message: EMAIL_UPDATED, tone: 'good' })
  }
  look()
  return store.sub(userAtom, look)
}
