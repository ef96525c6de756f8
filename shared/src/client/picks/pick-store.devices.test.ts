import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PickStore } from './pick-store.ts'
import { deliver, devices, OTHER, USER, until } from './testing/browser-fixture.ts'
import { createPick, NOW } from './testing/pick-fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({
    now: NOW,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})
afterEach(() => vi.useRealTimers())

type Tab = ReturnType<ReturnType<ReturnType<typeof devices>['browser']>['tab']>
const ready = (tab: Tab) => until(() => tab.store.get().phase === 'ready' && !tab.store.busy())
const numbers = (rows: readonly { player_name: unknown }[]) =>
  rows.map(({ player_name }) => Number(String(player_name).split(' ').at(-1))).sort()

describe('P1 pick store with two tabs and two devices', () => {
  it('shows a change of one tab immediately in the other tab', async () => {
    const device = devices().browser()
    const one = device.tab()
    const other = device.tab()
    await ready(one)
    await ready(other)
    const adding = one.store.add(createPick(1))
    expect(other.names()).toEqual([1])
    await adding
    await other.store.remove(createPick(1).id)
    expect(one.names()).toEqual([])
  })

  it('shows the changes of another device after a window focus', async () => {
    const { browser } = devices()
    const one = browser().tab()
    const other = browser().tab()
    await ready(one)
    await ready(other)
    await one.store.addMany([createPick(1), createPick(2)])
    await deliver(one)
    globalThis.dispatchEvent(new Event('focus'))
    await until(() => other.names().length === 2)
    await other.store.remove(createPick(1).id)
    globalThis.dispatchEvent(new Event('focus'))
    await until(() => one.names().length === 1)
    expect(one.names()).toEqual([2])
  })

  it('keeps a write when a list requested before it arrives later', async () => {
    const { server, browser } = devices()
    const device = browser()
    const one = device.tab()
    const other = device.tab()
    await ready(one)
    await ready(other)
    const gate = Promise.withResolvers<void>()
    server.hooks.beforeAnswer = (what) => (what === 'GET my_picks' ? gate.promise : undefined)
    const before = server.calls.length
    const reading = other.store.refresh()
    await until(() => server.calls.length > before)
    await one.store.add(createPick(1))
    gate.resolve()
    await reading
    expect([one.names(), other.names()]).toEqual([[1], [1]])
  })
})

describe('P1 pick stores of two remotes in one page', () => {
  async function openedTwice() {
    const { server, browser } = devices()
    const { fakeStorage, tab } = browser()
    const { shell, leave } = tab()
    leave()
    const open = () => new PickStore(shell, { storage: fakeStorage.storage })
    const [one, other] = [open(), open()]
    const unsubscribes = [one, other].map((store) => store.subscribe(() => undefined))
    await until(() => [one, other].every((store) => store.get().phase === 'ready' && !store.busy()))
    const unsubscribe = () => {
      for (const end of unsubscribes) end()
    }
    return { server, shell, fakeStorage, one, other, unsubscribe }
  }

  it('show a change immediately, and send their writes in the order of the actions', async () => {
    const { server, one, other, unsubscribe } = await openedTwice()
    const gate = Promise.withResolvers<void>()
    server.hooks.beforeAnswer = (what) => (what === 'sync' ? gate.promise : undefined)
    await one.add(createPick(1))
    expect(other.get().rows).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => server.calls.includes('sync'))
    const removing = other.remove(createPick(1).id)
    expect(one.get().rows).toEqual([])
    expect([server.calls.includes('DELETE my_picks'), one.busy(), other.busy()]).toEqual([false, true, true])
    gate.resolve()
    await removing
    await until(() => !one.busy())
    expect([server.of(USER), one.get().rows, other.get().rows]).toEqual([[], [], []])
    unsubscribe()
  })

  it('read the list again after the shell has cleared its queries and mutations', async () => {
    const { server, shell, one, unsubscribe } = await openedTwice()
    const gate = Promise.withResolvers<void>()
    server.hooks.beforeAnswer = (what) => (what === 'sync' ? gate.promise : undefined)
    await one.add(createPick(1))
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => server.calls.includes('sync'))
    void one.refresh()
    shell.queryClient.clear()
    gate.resolve()
    await until(() => one.get().unsent === 0)
    server.rows.clear()
    await one.refresh()
    expect(one.get()).toMatchObject({ phase: 'ready', where: 'server', rows: [] })
    unsubscribe()
  })

  it('show a change of another tab after the storage event of the browser', async () => {
    const { shell, fakeStorage, one, other, unsubscribe } = await openedTwice()
    const silent = { notify: () => undefined, listen: () => () => undefined }
    const elsewhere = new PickStore(shell, { storage: fakeStorage.storage, announcer: silent })
    await elsewhere.add(createPick(1))
    expect([one, other].map((store) => store.get().rows.length)).toEqual([0, 0])
    globalThis.dispatchEvent(new StorageEvent('storage', { key: `propsight:my-picks:${USER}` }))
    expect([one, other].map((store) => store.get().rows.length)).toEqual([1, 1])
    unsubscribe()
  })
})

describe('P1 local picks at sign-in', () => {
  /** Creates a browser with three anonymous picks, one of them expired. */
  async function withLocalPicks() {
    const world = devices()
    const device = world.browser()
    const anonymous = device.tab(null)
    await anonymous.store.addMany([createPick(1), createPick(2), createPick(3, 20 * 60 - 1)])
    anonymous.leave()
    vi.setSystemTime(NOW + 120_000)
    return {
      ...world,
      device,
      local: () => device.fakeStorage.entries.get('propsight:my-picks:anonymous') ?? '',
    }
  }

  it('move to the account once each and are cleared from the device', async () => {
    const { server, device, local } = await withLocalPicks()
    const tab = device.tab(null)
    expect(tab.names()).toEqual([1, 2])
    tab.session.set({ id: USER, email: 'a@b.c' })
    await ready(tab)
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => server.of(USER).length === 2 && !tab.store.busy())
    expect([tab.names(), tab.store.get().unsent, local().includes('Villareal')]).toEqual([[1, 2], 0, false])
    tab.session.set({ id: OTHER, email: 'o@b.c' })
    await ready(tab)
    expect([tab.names(), server.of(OTHER)]).toEqual([[], []])
  })

  it.each([
    ['before the request', (_: string) => false],
    ['after the server saved them but before the answer', (what: string) => what === 'sync'],
  ])('are complete after a page closes %s', async (_, closesAt) => {
    const { server, device } = await withLocalPicks()
    const first = device.tab()
    let closed = false
    server.hooks.beforeAnswer = (what) => {
      if (!closesAt(what)) return undefined
      closed = true
      first.kill()
      return new Promise<void>(() => undefined)
    }
    if (closesAt('sync')) {
      await vi.advanceTimersByTimeAsync(2_000)
      await until(() => closed)
    } else first.kill()
    vi.clearAllTimers()
    server.hooks.beforeAnswer = () => undefined
    const reopened = device.tab()
    await ready(reopened)
    expect(reopened.names()).toEqual([1, 2])
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => reopened.store.get().unsent === 0 && !reopened.store.busy())
    expect([reopened.names(), numbers(server.of(USER))]).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  it('do not reappear when deleted on another device after a lost answer', async () => {
    const { server, device, browser } = await withLocalPicks()
    const first = device.tab()
    let closed = false
    server.hooks.beforeAnswer = (what) => {
      if (what !== 'sync') return undefined
      closed = true
      first.kill()
      return new Promise<void>(() => undefined)
    }
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => closed)
    vi.clearAllTimers()
    server.hooks.beforeAnswer = () => undefined
    const elsewhere = browser().tab()
    await ready(elsewhere)
    await elsewhere.store.remove(createPick(1).id)
    const reopened = device.tab()
    await ready(reopened)
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => reopened.store.get().unsent === 0 && !reopened.store.busy())
    expect([reopened.names(), numbers(server.of(USER))]).toEqual([[2], [2]])
  })

  it('stay on the device and visible while the server fails', async () => {
    const { server, device } = await withLocalPicks()
    server.trouble.table = 503
    server.trouble.sync = 503
    const tab = device.tab()
    await ready(tab)
    expect([tab.names(), tab.store.get().unsent]).toEqual([[1, 2], 2])
    server.trouble.table = null
    server.trouble.sync = null
    await tab.store.retry()
    expect([numbers(server.of(USER)), tab.store.get().unsent]).toEqual([[1, 2], 0])
  })
})
