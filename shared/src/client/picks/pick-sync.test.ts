import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flushPicks } from './device-outbox.ts'
import type { PickStore } from './pick-store.ts'
import { deliver, devices, OTHER, USER, until } from './testing/browser-fixture.ts'
import { createPick, NOW } from './testing/pick-fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({
    now: NOW,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})
afterEach(() => vi.useRealTimers())

async function opened() {
  const world = devices()
  const device = world.browser()
  const tab = device.tab()
  await until(() => tab.store.get().phase === 'ready' && !tab.store.busy())
  const syncs = () => world.server.calls.filter((call) => call === 'sync').length
  const settled = () => until(() => !tab.store.busy())
  return { ...world, device, ...tab, tab, syncs, settled }
}

describe('P4 sync call', () => {
  it('fires once, 2 s after the last change of the count, with the full list', async () => {
    const { store, server, syncs, settled } = await opened()
    await store.add(createPick(1))
    await vi.advanceTimersByTimeAsync(1_500)
    await store.add(createPick(2))
    await store.remove(createPick(1).id)
    await store.add(createPick(3))
    await vi.advanceTimersByTimeAsync(1_999)
    expect(syncs()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    await until(() => syncs() === 1)
    await settled()
    expect(server.synced[0]?.map(({ playerName }) => playerName)).toEqual([
      'Mateo Villareal 3',
      'Mateo Villareal 2',
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(syncs()).toBe(1)
  })

  it('is the only request that sends new picks', async () => {
    const { store, server, tab } = await opened()
    const before = server.calls.length
    await store.add(createPick(1))
    await store.addMany([createPick(2), createPick(3)])
    expect([store.get().unsent, server.calls.length]).toEqual([3, before])
    await deliver(tab)
    expect(server.calls.slice(before)).toEqual(['sync'])
    expect(server.of(USER)).toHaveLength(3)
  })

  it('fires at once when the page is hidden, which may freeze its timers', async () => {
    const { store, syncs, settled } = await opened()
    await store.add(createPick(1))
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    visibility.mockRestore()
    await until(() => syncs() === 1)
    await settled()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(syncs()).toBe(1)
  })

  it('does not send the picks of a user after the switch to another one', async () => {
    const { store, tab, server, session, syncs } = await opened()
    await store.add(createPick(1))
    tab.leave()
    session.set({ id: OTHER, email: 'o@b.c' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([syncs(), server.of(OTHER)]).toEqual([0, []])
    session.set({ id: USER, email: 'a@b.c' })
    await store.retry()
    expect(server.of(USER)).toHaveLength(1)
  })

  it('leaves a pick that the table refuses on the device with the reason, and sends the others', async () => {
    const { store, server, names, settled } = await opened()
    const refused = createPick(2)
    server.trouble.refused.add(refused.id)
    await store.addMany([createPick(1), refused, createPick(3)])
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => store.get().failure === 'Failed to save picks: a check of the table failed')
    await settled()
    expect([names(), store.get().unsent, server.of(USER).length]).toEqual([[1, 2, 3], 1, 2])
    server.trouble.refused.clear()
    await store.retry()
    expect([store.get().unsent, store.get().failure, server.of(USER).length]).toEqual([0, null, 3])
  })

  it('does not fire after a reload, a replaced pick or a change on another device', async () => {
    const { store, server, browser, device, syncs, settled, tab } = await opened()
    await store.add(createPick(1))
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => syncs() === 1)
    await settled()
    await store.add({ ...createPick(1), reasoning: 'Another.' })
    await store.refresh()
    tab.leave()
    const reopened = device.tab()
    const elsewhere = browser().tab()
    await until(() => reopened.names().length === 1 && elsewhere.names().length === 1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([syncs(), server.synced.length]).toEqual([1, 1])
  })

  it('fires after a reload when the page closed before it was sent', async () => {
    const { store, device, tab, syncs } = await opened()
    await store.add(createPick(1))
    tab.kill()
    vi.clearAllTimers()
    const reopened = device.tab()
    await until(() => reopened.store.get().phase === 'ready' && !reopened.store.busy())
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => syncs() === 1)
  })

  it('fires once for two tabs', async () => {
    const { store, device, syncs, settled } = await opened()
    const other = device.tab()
    await until(() => other.store.get().phase === 'ready' && !other.store.busy())
    await store.add(createPick(1))
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => syncs() === 1)
    await settled()
    await vi.advanceTimersByTimeAsync(10_000)
    await until(() => !other.store.busy())
    expect(syncs()).toBe(1)
  })

  it('reports a failed status and retries once per reconnection', async () => {
    const { store, server, syncs, settled } = await opened()
    server.trouble.sync = 503
    await store.add(createPick(1))
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => store.get().failure === 'Server sync failed: 503')
    await vi.advanceTimersByTimeAsync(120_000)
    await store.refresh()
    expect(store.get()).toMatchObject({ where: 'server', failure: 'Server sync failed: 503' })
    expect(syncs()).toBe(1)
    globalThis.dispatchEvent(new Event('online'))
    await until(() => syncs() === 2)
    await settled()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(syncs()).toBe(2)
    server.trouble.sync = null
    globalThis.dispatchEvent(new Event('online'))
    await until(() => store.get().failure === null)
    expect([syncs(), server.synced.length]).toEqual([3, 1])
  })

  it('removes picks deleted on another device and keeps restored ones', async () => {
    const { store, server, names, settled, syncs } = await opened()
    await store.addMany([createPick(1), createPick(2)])
    const [row] = await store.remove(createPick(1).id)
    await store.restore(row ? [row] : [])
    server.rows.delete(`${USER} ${createPick(2).id}`)
    server.deleted.add(`${USER} ${createPick(2).id}`)
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => syncs() === 1)
    await settled()
    expect(names()).toEqual([1])
    expect(server.of(USER)).toHaveLength(1)
  })

  it.each([
    ['a removed pick', (store: PickStore) => store.remove(createPick(1).id), [1, 2]],
    ['a cleared list', (store: PickStore) => store.clear(), [1, 2]],
  ])('keeps %s that is restored after the list was read again', async (_, remove, expected) => {
    const { store, server, names, tab } = await opened()
    await store.addMany([createPick(1), createPick(2)])
    await deliver(tab)
    const rows = await remove(store)
    await store.refresh()
    await store.restore(rows)
    await deliver(tab)
    await store.refresh()
    expect([names(), server.of(USER).length]).toEqual([expected, 2])
  })

  it.each([
    ['the window gets the focus', async () => globalThis.dispatchEvent(new Event('focus'))],
    ['five minutes have passed', () => vi.advanceTimersByTimeAsync(5 * 60_000)],
  ])('is repeated after a failure when %s', async (_, act) => {
    const { store, server, settled } = await opened()
    server.trouble.sync = 503
    await store.add(createPick(1))
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => store.get().failure !== null)
    await settled()
    server.trouble.sync = null
    await act()
    await until(() => store.get().unsent === 0 && store.get().failure === null)
    expect(server.of(USER)).toHaveLength(1)
  })

  it('is made before a sign-out, which waits for its answer, but two seconds at most', async () => {
    const { store, server, syncs } = await opened()
    await store.add(createPick(1))
    await flushPicks()
    expect([syncs(), store.get().unsent, server.of(USER).length]).toEqual([1, 0, 1])
    server.hooks.beforeAnswer = () => new Promise<void>(() => undefined)
    await store.add(createPick(2))
    let isOver = false
    const flushed = flushPicks().then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await flushed
  })

  it('with a lost answer does not bring back a pick that another device deletes before the retry', async () => {
    const { store, server, browser, names, settled } = await opened()
    server.hooks.beforeAnswer = (what) => {
      if (what === 'sync') throw new TypeError('the connection was lost')
    }
    await store.add(createPick(1))
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => store.get().failure !== null)
    await settled()
    server.hooks.beforeAnswer = () => undefined
    server.trouble.table = 503
    await store.retry()
    await settled()
    expect([names(), store.get().unsent, server.of(USER).length]).toEqual([[1], 1, 1])
    server.trouble.table = null
    const elsewhere = browser().tab()
    await until(() => elsewhere.store.get().phase === 'ready' && !elsewhere.store.busy())
    await elsewhere.store.remove(createPick(1).id)
    await store.retry()
    await settled()
    expect([names(), store.get().unsent, server.of(USER)]).toEqual([[], 0, []])
  })

  it('is not needed for a removal that storage does not have', async () => {
    const { store, server, device, names, tab } = await opened()
    await store.addMany([createPick(1), createPick(2)])
    await deliver(tab)
    device.fakeStorage.trouble.denied = true
    server.trouble.sync = 503
    await store.remove(createPick(1).id)
    expect([names(), server.of(USER).length]).toEqual([[2], 1])
  })

  it.each([
    [401, 'Server sync failed: 401'],
    [429, 'Server sync failed: 429'],
    [503, 'Server sync failed: 503'],
  ])('leaves the rows to a later retry when the table answers %i to one of them', async (status, failure) => {
    const { store, server, tab } = await opened()
    const picks = [1, 2, 3, 4].map((n) => createPick(n))
    await store.addMany(picks)
    await deliver(tab)
    const rows = await store.clear()
    server.trouble.table = 503
    await store.restore(rows)
    server.trouble.table = null
    server.trouble.refused.add(createPick(4).id)
    const before = server.calls.length
    let writes = 0
    server.hooks.beforeAnswer = (what) => {
      if (what !== 'POST my_picks') return
      writes += 1
      if (writes === 1) server.trouble.table = status
    }
    await store.refresh()
    expect(server.calls.slice(before).filter((call) => call === 'POST my_picks')).toHaveLength(2)
    expect(store.get()).toMatchObject({ unsent: 4, failure })
  })
})
