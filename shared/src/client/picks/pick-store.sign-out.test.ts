import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unsentPart } from './outbox-storage.ts'
import { deliver, devices, USER, until } from './testing/browser-fixture.ts'
import { createPick, NOW } from './testing/pick-fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({
    now: NOW,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})
afterEach(() => vi.useRealTimers())

/** A signed-in tab, and the ids in the outbox of its user on the device. */
async function signedIn() {
  const world = devices()
  const device = world.browser()
  const tab = device.tab()
  await until(() => tab.store.get().phase === 'ready' && !tab.store.busy())
  const stored = () => {
    const text = device.fakeStorage.entries.get(`propsight:my-picks:${USER}`)
    if (text === undefined) return null
    const { entries, removed } = JSON.parse(text)
    return {
      entries: entries.map(({ row }: { row: { id: string } }) => row.id),
      removed: removed.map(({ id }: { id: string }) => id),
    }
  }
  return { ...world, device, tab, stored }
}

describe('P1 picks after the sign-out of their user', () => {
  it('that the server has are removed from the device', async () => {
    const { tab, stored } = await signedIn()
    await tab.store.addMany([createPick(1), createPick(2)])
    await deliver(tab)
    expect(stored()?.entries).toHaveLength(2)
    tab.session.set(null)
    expect(stored()).toBeNull()
    expect(tab.names()).toEqual([])
  })

  it('that the server does not have stay, and are sent at the next sign-in', async () => {
    const { server, device, tab, stored } = await signedIn()
    await tab.store.addMany([createPick(1), createPick(2)])
    await deliver(tab)
    server.trouble.table = 503
    server.trouble.sync = 503
    await tab.store.add(createPick(3))
    await tab.store.remove(createPick(1).id)
    tab.session.set(null)
    expect(stored()).toEqual({ entries: [createPick(3).id], removed: [createPick(1).id] })
    tab.leave()
    server.trouble.table = null
    server.trouble.sync = null
    const later = device.tab()
    await until(() => later.store.get().phase === 'ready' && !later.store.busy())
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => later.store.get().unsent === 0 && !later.store.busy())
    expect(later.names().sort()).toEqual([2, 3])
    expect(server.of(USER)).toHaveLength(2)
  })

  it('are not written again by an answer that arrives later', async () => {
    const { server, tab, stored } = await signedIn()
    await tab.store.add(createPick(1))
    await deliver(tab)
    const gate = Promise.withResolvers<void>()
    server.hooks.beforeAnswer = () => gate.promise
    const before = server.calls.length
    await tab.store.add(createPick(2))
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => server.calls.length > before)
    tab.session.set(null)
    expect(stored()?.entries).toEqual([createPick(2).id])
    server.hooks.beforeAnswer = () => undefined
    gate.resolve()
    await until(() => !tab.store.busy())
    expect(stored()).toBeNull()
  })
})

describe('the part of a stored outbox that the server does not have', () => {
  const copy = { version: 1, changed: null }
  it.each([
    ['nothing', { entries: [], removed: [] }, null],
    [
      'sent rows',
      { entries: [{ row: { id: 'a' }, at: 1 }], removed: [{ id: 'a', unsent: false, at: 1 }, null, 7] },
      null,
    ],
    [
      'unsent rows and entries of another shape',
      {
        entries: [
          { row: { id: 'a' }, at: 1 },
          { row: { id: 'b' }, unsent: 'put', at: 1 },
          { row: 'another shape' },
        ],
        removed: [],
      },
      {
        entries: [{ row: { id: 'b' }, unsent: 'put', at: 1 }, { row: 'another shape' }],
        removed: [],
      },
    ],
    [
      'unsent removals',
      { entries: [], removed: [{ id: 'a', unsent: true, at: 1 }] },
      { entries: [], removed: [{ id: 'a', unsent: true, at: 1 }] },
    ],
  ])('of %s', (_, parts, rest) => {
    const text = unsentPart(JSON.stringify({ ...copy, ...parts }))
    expect(text === null ? null : JSON.parse(text)).toEqual(rest && { ...copy, ...rest })
  })

  it.each(['{', 'null', '[]', '{"entries":7}'])(
    'of a text that is not an outbox is all of it: %s',
    (text) => {
      expect(unsentPart(text)).toBe(text)
    },
  )
})
