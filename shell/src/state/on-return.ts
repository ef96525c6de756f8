import type { Services } from './services.ts'
import { userAtom } from './session.ts'

/** What a page shows is old after so long, and read again when its user comes back to it. */
export const OLD_AFTER_MS = 30_000

export interface Returning {
  /** What is shown was read just now, for another reason. */
  renew(): void
  end(): void
}

/** Calls `work` when a signed-in user comes back to a page that is old: to its window, its tab or the network. */
export function onReturn(
  { store }: Pick<Services, 'store'>,
  work: () => void,
  page: Window = window,
): Returning {
  let readAt = Date.now()
  const come = () => {
    if (page.document.visibilityState !== 'visible' || !store.get(userAtom)) return
    if (Date.now() - readAt < OLD_AFTER_MS) return
    readAt = Date.now()
    work()
  }
  page.addEventListener('focus', come)
  page.addEventListener('online', come)
  // A phone that shows the page again gives it no focus.
  page.document.addEventListener('visibilitychange', come)
  return {
    renew: () => {
      readAt = Date.now()
    },
    end() {
      page.removeEventListener('focus', come)
      page.removeEventListener('online', come)
      page.document.removeEventListener('visibilitychange', come)
    },
  }
}
