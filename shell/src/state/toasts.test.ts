import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showToast, TOAST_MS, TOAST_WITH_ACTION_MS, toastsAtom } from './toasts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('toasts expire after 6 s, with an action after 12 s, and a fourth toast removes the oldest', () => {
  const store = createStore()
  const texts = () => store.get(toastsAtom).map((toast) => toast.message)
  showToast(store, { message: 'saved' })
  showToast(store, { message: 'failed', tone: 'low', action: { label: 'Retry', run: () => {} } })
  vi.advanceTimersByTime(TOAST_MS)
  expect(texts()).toEqual(['failed'])
  vi.advanceTimersByTime(TOAST_WITH_ACTION_MS - TOAST_MS)
  expect(texts()).toEqual([])
  for (const message of ['one', 'two', 'three', 'four']) showToast(store, { message })
  expect(texts()).toEqual(['two', 'three', 'four'])
})
