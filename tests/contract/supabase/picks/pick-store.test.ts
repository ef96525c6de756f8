import { createWritableValue, PickStore } from '@propsight/shared/client'
import { type SessionUser, syncPicksBody } from '@propsight/shared/contracts'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'
import { createPick } from '../pick-fixtures.ts'

let personas: Personas
let user: User
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

/**
 * A browser of this user: separate local storage, the real data service, and in place of the sync call the
 * database function that it calls.
 */
function createDevice() {
  const owner = user
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      stored.set(key, text)
    },
    removeItem: (key: string) => {
      stored.delete(key)
    },
  }
  const json = async (_path: string, request?: { body?: unknown }) => {
    const { picks } = syncPicksBody.parse(request?.body)
    const { data } = await personas.admin.rpc('merge_picks', { p_user: owner.id, p_picks: picks })
    return { success: true, ...(data as object) }
  }
  const api = {
    json,
    stream: () => {
      throw new Error('nothing streams here')
    },
  }
  const session = createWritableValue<SessionUser | null>({ id: owner.id, email: 'store@propsight.test' })
  const shell = { session, supabase: owner.client, api, queryClient: new QueryClient() }
  const store = new PickStore(shell, { storage: () => storage })
  return { store, ids: () => store.get().rows.map(({ id }) => id) }
}

describe('P1 P2 the pick store on the data service', () => {
  it('adds, replaces, removes, restores, counts and clears the picks of its user', async () => {
    user = await personas.createUser()
    const { store, ids } = createDevice()
    const one = createPick()
    const two = createPick()
    await store.refresh()
    expect(store.get()).toMatchObject({ phase: 'ready', where: 'server', failure: null, rows: [] })
    await store.add(one)
    await store.addMany([{ ...one, reasoning: 'Another.' }, two])
    expect(await store.count()).toBe(2)
    await store.refresh()
    expect(store.get().rows.find(({ id }) => id === one.id)?.reasoning).toBe('Another.')
    const removed = await store.remove(one.id)
    expect(await store.count()).toBe(1)
    await store.restore(removed)
    await store.refresh()
    expect(ids().toSorted()).toEqual([one.id, two.id].toSorted())
    const addedId = await store.addByName({ p_player_name: 'Ike Barrow', p_weather_data: { wind: 4 } })
    expect(ids()).toContain(addedId)
    const all = await store.clear()
    expect([await store.count(), ids()]).toEqual([0, []])
    await store.restore(all)
    await store.refresh()
    expect([store.get().failure, ids().length, store.get().unsent]).toEqual([null, 3, 0])
    const { data } = await user.client.from('my_picks').select('weather_data').eq('id', addedId).single()
    expect(data).toEqual({ weather_data: { wind: 4 } })
  })

  it('shows the picks and deletions of another device after one refresh', async () => {
    user = await personas.createUser()
    const here = createDevice()
    const there = createDevice()
    const picks = Array.from({ length: 120 }, () => createPick())
    await here.store.addMany(picks)
    await here.store.retry()
    await there.store.refresh()
    expect(there.ids()).toHaveLength(120)
    await there.store.clear()
    await here.store.refresh()
    expect(here.ids()).toEqual([])
  })

  it('drops picks that a sync reports as deleted elsewhere, and cleans up expired ones', async () => {
    user = await personas.createUser()
    const { store, ids } = createDevice()
    const unsubscribe = store.subscribe(() => undefined)
    const keptPick = createPick()
    const deletedPick = createPick()
    const laterPick = createPick()
    const sent = () => vi.waitFor(() => expect(store.get().unsent).toBe(0), { timeout: 10_000 })
    await store.addMany([keptPick, deletedPick])
    await sent()
    await user.client.from('my_picks').delete().eq('id', deletedPick.id)
    await store.add(laterPick)
    await sent()
    expect(ids().toSorted()).toEqual([keptPick.id, laterPick.id].toSorted())
    const hours = 3_600_000
    const expiredTimes = {
      created_at: new Date(Date.now() - 21 * hours).toISOString(),
      expires_at: new Date(Date.now() - hours).toISOString(),
    }
    await personas.admin.from('my_picks').update(expiredTimes).eq('user_id', user.id)
    expect(await store.cleanUp()).toBe(2)
    expect(ids()).toEqual([])
    unsubscribe()
  })
})
