import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RegistryState, RegistryStore } from '../registry-store.ts'
import { toRemoteError } from '../remote-error.ts'
import { makeRegistry } from '../testing/make-entry.ts'
import { POLL_MS, pollDelay, pollRegistry } from './poll-registry.ts'

describe('F1 the poll delay of the registry', () => {
  it('is at most 15 seconds, doubles with every failure, and has jitter', () => {
    const at = (failures: number, random: number) => pollDelay(failures, true, () => random)
    expect([0, 1, 2, 3, 9].map((failures) => at(failures, 0.5) / POLL_MS)).toEqual([1, 2, 4, 8, 50])
    expect([at(0, 0), at(0, 1)].map(Math.round)).toEqual([9_600, 14_400])
  })
  it('starts at two seconds while there is no registry to show', () => {
    const at = (failures: number) => pollDelay(failures, false, () => 0.5)
    expect([1, 2, 3, 20].map(at)).toEqual([2_000, 4_000, 8_000, POLL_MS])
  })
})

describe('F1 a page requests the registry', () => {
  let state: Partial<RegistryState>
  let visible: DocumentVisibilityState
  const reload = vi.fn(async () => {})
  const store = { get: () => state, reload } as unknown as RegistryStore
  let end: () => void

  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible)
    visible = 'visible'
    state = { registry: makeRegistry([]), error: null }
    reload.mockClear()
    end = pollRegistry(store, () => 'token-of-the-session')
  })
  afterEach(() => {
    end()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const setVisibility = (to: DocumentVisibilityState) => {
    visible = to
    document.dispatchEvent(new Event('visibilitychange'))
  }

  it('regularly while it is visible, and not while it is hidden', async () => {
    await vi.advanceTimersByTimeAsync(2 * POLL_MS)
    expect(reload).toHaveBeenCalledTimes(2)
    expect(reload).toHaveBeenLastCalledWith('token-of-the-session')
    setVisibility('hidden')
    await vi.advanceTimersByTimeAsync(10 * POLL_MS)
    expect(reload).toHaveBeenCalledTimes(2)
    setVisibility('visible')
    expect(reload).toHaveBeenCalledTimes(3)
  })
  it('when it regains the focus or the network, but not twice in a row', async () => {
    await vi.advanceTimersByTimeAsync(10_000)
    dispatchEvent(new Event('focus'))
    dispatchEvent(new Event('online'))
    expect(reload).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(reload).toHaveBeenCalledTimes(2)
  })
  it('less often while requests fail, and at once when the network is back', async () => {
    state = { ...state, error: toRemoteError(new Error('away'), 'registry') }
    await vi.advanceTimersByTimeAsync(2 * POLL_MS)
    expect(reload).toHaveBeenCalledTimes(1)
    dispatchEvent(new Event('online'))
    expect(reload).toHaveBeenCalledTimes(2)
  })
})
