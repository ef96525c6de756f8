import type { Services } from './services.ts'
import { userAtom } from './session.ts'

/** Age after which data is read again when the user returns to the page, ms. */
export const OLD_AFTER_MS = 30_000

export interface Returning {
  /** Records that the data was read just now. */
  renew(): void
  end(): void
}

/** Calls `work` when a signed-in user returns to a page with old data: on focus, visibility or network. */
export function onReturn(
  { store }: Pick<Services, 'store'>,
  work: () => void,
  page: Window = window,
): Returning {
  let readAt = Date.now()
  const onEvent = () => {
    if (page.document.visibilityState !== 'visible' || !store.get(userAtom)) return
    if (Date.now() - readAt < OLD_AFTER_MS) return
    readAt = Date.now()
    work()
  }
  page.addEventListener('focus', onEvent)
  page.addEventListener('online', onEvent)
  // Phones send no focus event when the page becomes visible again.
  page.document.addEventListener('visibilitychange', onEvent)
  return {
    renew: () => {
      readAt = Date.now()
    },
    end() {
      page.removeEventListener('focus', onEvent)
      page.removeEventListener('online', onEvent)
      page.document.removeEventListener('visibilitychange', onEvent)
    },
  }
}
