import type { Alert } from '@propsight/shared/contracts'
import { layerAtom } from '../../state/layer.ts'
import type { Services } from '../../state/services.ts'
import { unreadAlertsAtom, userAtom } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { alertsKey, markRead, readAlerts, readNewestAlert } from './alerts-api.ts'

export const POLL_MS = 15_000
const MAX_POLL_MS = 5 * 60_000
/** The server names new alerts of the last minutes only. After a longer pause, the list is read. */
const LONG_PAUSE_MS = 4 * 60_000
/** More new alerts than this are shown as one toast. */
const MAX_TOASTS = 2
/** Share of random variation, so that pages opened at the same time do not send requests at the same time. */
const JITTER = 0.2

/**
 * Asks for new alerts of the signed-in user while the page is visible, and shows them as toasts. The question is cheap;
 * the list is read when there is a new alert, after sign-in, and after a long pause.
 * @returns stops watching
 */
export function watchAlerts(services: Services): () => void {
  const { store, queryClient, location, log } = services
  let userId: string | null = null
  /** Newest alert that this page knows; null until the list is read. */
  let known: number | null = null
  let checkedAt = 0
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Number of the current user's session on this page: answers of an earlier one are ignored. */
  let epoch = 0

  const show = (owner: string, fresh: readonly Alert[]) => {
    if (fresh.length > MAX_TOASTS) {
      showToast(store, {
        message: `${fresh.length} new alerts about your props`,
        action: { label: 'View', run: () => store.set(layerAtom, { kind: 'notifications' }) },
      })
      return
    }
    for (const { id, title, path } of fresh.toReversed()) {
      const run = () => {
        location.navigate(path)
        markRead(services, owner, [id]).catch((error: unknown) => log('alerts', error))
      }
      showToast(store, { message: title, action: { label: 'View', run } })
    }
  }

  async function check(owner: string): Promise<void> {
    const current = epoch
    const isPaused = Date.now() - checkedAt > LONG_PAUSE_MS
    if (known !== null && !isPaused) {
      const newest = await readNewestAlert(services)
      if (current !== epoch) return
      checkedAt = Date.now()
      if (newest === null || newest <= known) return
    }
    const alerts = await readAlerts(services)
    if (current !== epoch) return
    checkedAt = Date.now()
    queryClient.setQueryData(alertsKey(owner), alerts)
    const before = known
    known = alerts.rows[0]?.id ?? 0
    if (before !== null)
      show(
        owner,
        alerts.rows.filter(({ id, read_at }) => id > before && read_at === null),
      )
  }

  function schedule() {
    clearTimeout(timer)
    if (userId === null || document.visibilityState !== 'visible') return
    const delay = Math.min(POLL_MS * 2 ** failures, MAX_POLL_MS)
    timer = setTimeout(ask, delay * (1 - JITTER + 2 * JITTER * Math.random()))
  }
  function ask() {
    clearTimeout(timer)
    if (userId === null || document.visibilityState !== 'visible') return
    if (!navigator.onLine) return schedule()
    check(userId)
      .then(
        () => {
          failures = 0
        },
        (error: unknown) => {
          failures += 1
          log('alerts', error)
        },
      )
      .finally(schedule)
  }
  function onUser() {
    const next = store.get(userAtom)?.id ?? null
    if (next === userId) return
    userId = next
    known = null
    failures = 0
    epoch += 1
    store.set(unreadAlertsAtom, 0)
    if (next === null) clearTimeout(timer)
    else ask()
  }

  const unsubscribe = store.sub(userAtom, onUser)
  document.addEventListener('visibilitychange', ask)
  addEventListener('online', ask)
  onUser()
  return () => {
    userId = null
    epoch += 1
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', ask)
    removeEventListener('online', ask)
  }
}
