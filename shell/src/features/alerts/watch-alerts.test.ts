import type { Alert } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { layerAtom } from '../../state/layer.ts'
import { unreadAlertsAtom, userAtom } from '../../state/session.ts'
import { toastsAtom } from '../../state/toasts.ts'
import { fakeServices, USER_ID } from '../../testing/fake-services.tsx'
import { POLL_MS, watchAlerts } from './watch-alerts.ts'

const USER = { id: USER_ID, email: 'rae@example.com' }
/** The wait between two questions, without its random part: a toast disappears some seconds after its question. */
const NEXT_POLL_MS = POLL_MS
const alertOf = (id: number, more: Partial<Alert> = {}): Alert => ({
  id,
  kind: 'line-moved',
  title: `Alert ${id}`,
  body: '',
  path: '/picks',
  created_at: '2026-07-18T20:00:00Z',
  read_at: null,
  ...more,
})
const ends: (() => void)[] = []
let visibility: DocumentVisibilityState

/** A signed-in page whose server has the given alerts. `raise` adds one. */
async function watched(...first: Alert[]) {
  let alerts = first
  let newest: () => unknown = () => ({ newest: alerts[0]?.id ?? null })
  const made = fakeServices(async (path) => (path === '/api/alerts/newest' ? newest() : null))
  const reads = vi.fn(() => ({ data: alerts, error: null }))
  made.supabase.tables.alerts = reads
  made.services.store.set(userAtom, USER)
  ends.push(watchAlerts(made.services))
  await vi.advanceTimersByTimeAsync(0)
  const { store } = made.services
  return {
    ...made,
    store,
    reads,
    raise: (...next: Alert[]) => {
      alerts = [...next.toReversed(), ...alerts]
    },
    answerNewest: (answer: () => unknown) => {
      newest = answer
    },
    questions: () => made.json.mock.calls.filter(([path]) => path === '/api/alerts/newest').length,
    toasts: () => store.get(toastsAtom).map(({ message }) => message),
    unread: () => store.get(unreadAlertsAtom),
  }
}
const setVisibility = (state: DocumentVisibilityState) => {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('watchAlerts', () => {
  it('counts the unread alerts at sign-in, and shows none of them as a toast', async () => {
    const { unread, toasts } = await watched(alertOf(2), alertOf(1, { read_at: '2026-07-18T20:01:00Z' }))
    expect([unread(), toasts()]).toEqual([1, []])
  })

  it('shows a new alert as a toast, whose action opens its page and marks it as read', async () => {
    const { raise, toasts, unread, store, services, json } = await watched(alertOf(1))
    raise(alertOf(2, { path: '/scanner' }))
    await vi.advanceTimersByTimeAsync(NEXT_POLL_MS)
    expect([toasts(), unread()]).toEqual([['Alert 2'], 2])
    store.get(toastsAtom)[0]?.action?.run()
    expect(services.location.get().path).toBe('/scanner')
    expect(json).toHaveBeenCalledWith('/api/alerts/read', { body: { ids: [2] } })
    expect(unread()).toBe(1)
  })

  it('shows more than two new alerts as one toast that opens the list', async () => {
    const { raise, toasts, store } = await watched()
    raise(alertOf(1), alertOf(2), alertOf(3))
    await vi.advanceTimersByTimeAsync(NEXT_POLL_MS)
    expect(toasts()).toEqual(['3 new alerts about your props'])
    store.get(toastsAtom)[0]?.action?.run()
    expect(store.get(layerAtom)).toEqual({ kind: 'notifications' })
  })

  it('shows each alert once, and reads the list only when there is a new one', async () => {
    const { raise, toasts, reads } = await watched(alertOf(1))
    await vi.advanceTimersByTimeAsync(NEXT_POLL_MS * 3)
    expect(reads).toHaveBeenCalledTimes(1)
    raise(alertOf(2))
    await vi.advanceTimersByTimeAsync(NEXT_POLL_MS)
    const shown = toasts()
    await vi.advanceTimersByTimeAsync(NEXT_POLL_MS * 3)
    expect([shown, toasts()]).toEqual([['Alert 2'], []])
    expect(reads).toHaveBeenCalledTimes(2)
  })

  it('shows nothing that was read on another device or that the user wants no notice of', async () => {
    const { raise, toasts, answerNewest } = await watched(alertOf(1))
    raise(alertOf(2, { read_at: '2026-07-18T20:01:00Z' }))
    answerNewest(() => ({ newest: 2 }))
    await vi.advanceTimersByTimeAsync(NEXT_POLL_MS)
    expect(toasts()).toEqual([])
  })

  it('asks nothing while the page is hidden, and at once when it is visible again', async () => {
    const { questions, raise, toasts } = await watched()
    setVisibility('hidden')
    await vi.advanceTimersByTimeAsync(NEXT_POLL_MS * 4)
    expect(questions()).toBe(0)
    raise(alertOf(1))
    setVisibility('visible')
    await vi.advanceTimersByTimeAsync(0)
    expect([questions(), toasts()]).toEqual([1, ['Alert 1']])
  })

  it('reads the list after a long pause: the server names new alerts of the last minutes only', async () => {
    const { raise, answerNewest, toasts, reads } = await watched()
    setVisibility('hidden')
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    raise(alertOf(1))
    answerNewest(() => ({ newest: null }))
    setVisibility('visible')
    await vi.advanceTimersByTimeAsync(0)
    expect([toasts(), reads.mock.calls.length]).toEqual([['Alert 1'], 2])
  })

  it('asks less often after failures, and as before after a success', async () => {
    const { answerNewest, questions } = await watched()
    answerNewest(() => {
      throw new Error('no answer')
    })
    await vi.advanceTimersByTimeAsync(POLL_MS * 8)
    const failing = questions()
    expect(failing).toBeLessThan(5)
    answerNewest(() => ({ newest: null }))
    await vi.advanceTimersByTimeAsync(POLL_MS * 20)
    const before = questions()
    await vi.advanceTimersByTimeAsync(NEXT_POLL_MS * 4)
    expect(questions() - before).toBeGreaterThanOrEqual(4)
  })

  it('asks nothing without a network or a user, and shows no alert of the user before', async () => {
    const { store, questions, unread } = await watched(alertOf(1))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await vi.advanceTimersByTimeAsync(NEXT_POLL_MS * 2)
    expect(questions()).toBe(0)
    vi.mocked(vi.spyOn(navigator, 'onLine', 'get')).mockReturnValue(true)
    store.set(userAtom, null)
    await vi.advanceTimersByTimeAsync(NEXT_POLL_MS * 2)
    expect([questions(), unread()]).toEqual([0, 0])
  })
})
