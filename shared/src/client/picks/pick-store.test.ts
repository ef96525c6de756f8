import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeBannerText } from './pick-store-state.ts'
import { deliver, devices, OTHER, USER, until } from './testing/browser-fixture.ts'
import { createPick, NOW } from './testing/pick-fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({
    now: NOW,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})
afterEach(() => vi.useRealTimers())

const ready = async (tab: { store: { get(): { phase: string }; busy(): boolean } }) =>
  until(() => tab.store.get().phase !== 'loading' && !tab.store.busy())

async function opened(user: string | null = USER) {
  const world = devices()
  const browser = world.browser()
  const tab = browser.tab(user)
  await ready(tab)
  return { ...world, device: browser, ...tab, tab }
}

describe('P2 operations on picks', () => {
  it.each([
    ['signed in', USER],
    ['anonymous', null],
  ])('behave the same %s: add, add many, delete, restore, clear, count and expiring', async (_, user) => {
    const { store, names } = await opened(user)
    await store.add(createPick(1))
    await store.add({ ...createPick(1), playerName: 'Ike Barrow 9' })
    expect(names()).toEqual([9])
    await store.addMany([createPick(1), createPick(2), createPick(3)])
    expect(names()).toEqual([1, 2, 3])
    expect(await store.count()).toBe(3)
    const removed = await store.remove(createPick(2).id)
    expect(names()).toEqual([1, 3])
    await store.restore(removed)
    expect(names()).toEqual([1, 2, 3])
    await store.add(createPick(4, 18 * 60))
    expect(store.expiring().map(({ id }) => id)).toEqual([createPick(4, 18 * 60).id])
    expect(store.expiring(NOW + 19 * 3_600_000).length).toBe(3)
    const all = await store.clear()
    expect([names(), await store.count()]).toEqual([[], 0])
    await store.restore(all)
    expect(names()).toEqual([1, 2, 3, 4])
    expect(
      await store.addByName({ p_player_name: 'By Name 7', p_betting_recommendation: 'over it' }),
    ).toMatch(/^pick_/)
    await until(() => names().includes(7))
  })

  it('set the specified error message and restore the previous picks when the server refuses', async () => {
    const { store, server, names, tab } = await opened()
    await store.addMany([createPick(1), createPick(2)])
    await deliver(tab)
    server.trouble.table = 409
    const replaced = { ...createPick(1), reasoning: 'Another.' }
    const expectFailure = async (work: Promise<unknown>, message: string) => {
      await expect(work).rejects.toThrow(message)
      expect(store.get().error).toBe(message)
      expect(names()).toEqual([1, 2])
    }
    await expectFailure(store.add(replaced), 'Failed to save pick')
    await expectFailure(
      store.addMany([replaced, createPick(3)]),
      'Failed to save picks: the table is unavailable',
    )
    await expectFailure(store.remove(createPick(1).id), 'Failed to delete pick')
    await expectFailure(store.clear(), 'Failed to clear picks')
    await expectFailure(store.add({ ...createPick(5), playerName: '' }), 'Failed to add pick')
    await expectFailure(store.add({ ...createPick(5), reasoning: 'a\0b' }), 'Failed to add pick')
    await expectFailure(store.addMany([{ ...createPick(5), playerName: '' }]), 'Failed to add picks')
    const nameIsObject = JSON.parse('{"p_player_name": {"first": "A"}}')
    await expectFailure(store.addByName(nameIsObject), 'Failed to add pick')
    await expectFailure(store.addByName({ ...nameIsObject, p_player_name: ' ' }), 'Failed to add pick')
    await expectFailure(store.addByName({ p_player_name: 'A' }), 'Failed to add pick')
    server.trouble.count = 403
    await expect(store.count()).rejects.toThrow('Failed to get pick count')
    expect(store.get().unsent).toBe(0)
  })

  it.each([
    [409, 'At most 1000 picks can be kept at a time'],
    [413, 'Your picks take up more than 16 MB. Delete some of them first.'],
    [429, 'Too many changes of your picks within an hour. Try again later.'],
  ])(
    'keep a pick that meets a limit (%i) on the device with the reason, and send it later',
    async (status, message) => {
      const { store, server, names, tab } = await opened()
      await store.add(createPick(1))
      await deliver(tab)
      server.trouble.limit = { status, message }
      await store.add(createPick(2))
      await store.addMany([createPick(3)])
      await store.retry()
      expect(names()).toEqual([1, 2, 3])
      expect(store.get()).toMatchObject({ unsent: 2, failure: message })
      expect(storeBannerText(store.get())).toContain(message)
      server.trouble.limit = null
      await store.retry()
      await until(() => store.get().unsent === 0)
      expect(server.of(USER)).toHaveLength(3)
      await until(() => store.get().failure === null)
    },
  )

  it('add a pick from texts once when the answer to the first attempt is lost', async () => {
    const { store, server, names } = await opened()
    server.hooks.beforeAnswer = (what) => {
      if (what === 'POST my_picks') throw new TypeError('the connection was lost')
    }
    const id = await store.addByName({ p_player_name: 'By Name 7', p_confidence: '64 %' })
    expect([names(), store.get().unsent, server.rows.size]).toEqual([[7], 1, 1])
    server.hooks.beforeAnswer = () => undefined
    await store.retry()
    expect(server.of(USER)).toMatchObject([{ id, player_name: 'By Name 7', confidence: 64 }])
    expect([names(), store.get().unsent]).toEqual([[7], 0])
  })

  it('report unavailable storage when it is full without a session', async () => {
    const { store, device, names } = await opened(null)
    await store.add(createPick(1))
    device.fakeStorage.trouble.maxCharacters = 2_500
    await expect(store.add(createPick(2))).rejects.toThrow('Storage not available')
    await expect(store.addMany([createPick(2), createPick(3)])).rejects.toThrow('Storage not available')
    expect([names(), store.get().error]).toEqual([[1], 'Storage not available'])
  })

  it('fail when neither the server nor storage accepts the change', async () => {
    const { store, server, device, names } = await opened()
    server.trouble.sync = 503
    device.fakeStorage.trouble.maxCharacters = 0
    await expect(store.add(createPick(1))).rejects.toThrow('Failed to save pick')
    expect(names()).toEqual([])
  })
})

describe('P1 storage of picks', () => {
  it('separates the picks of users on the same device', async () => {
    const { store, server, device, session, names, tab } = await opened()
    await store.add(createPick(1))
    await deliver(tab)
    expect(server.of(USER).map(({ user_id }) => user_id)).toEqual([USER])
    session.set({ id: OTHER, email: 'o@b.c' })
    await until(() => store.get().phase === 'ready')
    expect(names()).toEqual([])
    expect([...device.fakeStorage.entries.keys()].every((key) => key.startsWith('propsight:my-picks:'))).toBe(
      true,
    )
    await store.add(createPick(2))
    await deliver(tab)
    expect(server.of(OTHER)).toHaveLength(1)
    expect(server.of(USER)).toHaveLength(1)
  })

  it('keeps changes on the device while the server fails, shows the banner, and sends them on retry', async () => {
    const { store, server, names, tab } = await opened()
    await store.addMany([createPick(1), createPick(2)])
    await deliver(tab)
    server.trouble.table = 503
    server.trouble.sync = 503
    await store.refresh()
    await store.add(createPick(3))
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => store.get().failure === 'Server sync failed: 503')
    expect(storeBannerText(store.get())).toBe('Showing picks saved on this device. Server sync failed: 503')
    await store.refresh()
    expect(store.get().failure, 'the failure of the unsent write is still shown').toBe(
      'Server sync failed: 503',
    )
    await store.remove(createPick(1).id)
    expect([names(), store.get().unsent, await store.count()]).toEqual([[2, 3], 2, 2])
    server.trouble.table = null
    server.trouble.sync = null
    await store.retry()
    await until(() => store.get().failure === null)
    expect(store.get().unsent).toBe(0)
    expect(server.of(USER).map(({ player_name }) => player_name)).toEqual([
      'Mateo Villareal 2',
      'Mateo Villareal 3',
    ])
  })

  it('P1 P4 names the read in the banner when only the reading of the table fails', async () => {
    const { store, server, names, tab } = await opened()
    await store.add(createPick(1))
    await deliver(tab)
    server.trouble.table = 503
    await store.refresh()
    expect(storeBannerText(store.get())).toBe('Showing picks saved on this device. Failed to fetch picks')
    expect(names()).toEqual([1])
    server.trouble.table = null
    await store.retry()
    expect(storeBannerText(store.get())).toBeNull()
  })

  it('reports an error only when this device has no copy; an empty copy is shown', async () => {
    const { server, browser } = devices()
    const device = browser()
    server.trouble.table = 500
    const { store } = device.tab()
    await until(() => store.get().phase === 'error')
    expect(store.get()).toMatchObject({ error: 'Failed to fetch picks', failure: 'Failed to fetch picks' })
    server.trouble.table = null
    await store.retry()
    expect(store.get().phase).toBe('ready')
    server.trouble.table = 500
    const reloaded = device.tab()
    await ready(reloaded)
    expect(reloaded.store.get()).toMatchObject({ phase: 'ready', rows: [], failure: 'Failed to fetch picks' })
  })

  it('reports an error without a session when storage is denied', async () => {
    const { browser } = devices()
    const device = browser()
    device.fakeStorage.trouble.denied = true
    const { store } = device.tab(null)
    expect(store.get()).toMatchObject({ phase: 'error', error: 'Storage not available' })
  })

  it('may be denied while the server is available', async () => {
    const { browser, server } = devices()
    const device = browser()
    device.fakeStorage.trouble.denied = true
    const tab = device.tab()
    await ready(tab)
    await tab.store.add(createPick(1))
    expect([tab.names(), server.rows.size]).toEqual([[1], 1])
  })

  it('keeps unsent picks first when it is too small for all', async () => {
    const { browser, server } = devices()
    const device = browser()
    const tab = device.tab()
    await ready(tab)
    await tab.store.addMany([1, 2, 3, 4, 5, 6, 7, 8].map((n) => createPick(n, n + 10)))
    await deliver(tab)
    server.trouble.table = 503
    server.trouble.sync = 503
    device.fakeStorage.trouble.maxCharacters = 6_000
    await tab.store.add(createPick(9))
    expect(tab.names()).toHaveLength(9)
    tab.kill()
    const reopened = device.tab()
    await ready(reopened)
    expect(reopened.names()).toContain(9)
    expect(reopened.names().length).toBeLessThan(9)
  })

  it('keeps row objects identical when a refresh returns the same rows', async () => {
    const { store, tab } = await opened()
    await store.addMany([createPick(1), createPick(2)])
    await deliver(tab)
    await store.refresh()
    const before = store.get().rows
    await store.refresh()
    expect(store.get().rows).toBe(before)
    await store.add(createPick(3))
    expect(store.get().rows[0]).toBe(before[0])
  })
})

describe('P3 cleanup of expired picks', () => {
  it('runs on load, every five minutes, and on request with a count', async () => {
    const { store, server, names, tab } = await opened()
    await until(() => server.calls.includes('POST rpc/cleanup_expired_picks'))
    await store.addMany([createPick(1), createPick(2, 20 * 60 - 4)])
    await deliver(tab)
    expect(await store.cleanUp()).toBe(0)
    const lists = () => server.calls.filter((call) => call === 'GET my_picks').length
    const before = lists()
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    await until(() => names().length === 1)
    await until(() => server.rows.size === 1 && !store.busy())
    expect(lists()).toBeGreaterThan(before)
    await store.add(createPick(3, 20 * 60 + 4))
    vi.setSystemTime(Date.now() + 60_000)
    expect(await store.cleanUp()).toBe(1)
    expect(names()).toEqual([1])
  })
})
