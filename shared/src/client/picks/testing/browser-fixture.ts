import { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import type { SessionUser } from '../../../contracts/remote-contract.ts'
import { PICK_SYNC_DELAY_MS } from '../../../domain/picks.ts'
import { createWritableValue } from '../../writable-value.ts'
import type { Announcer } from '../device-outbox.ts'
import { PickStore } from '../pick-store.ts'
import { createFakeServer } from './fake-server.ts'

/**
 * Creates the storage of a fake browser. `trouble.maxCharacters` limits its size; `trouble.denied` denies
 * access.
 */
export function createFakeStorage() {
  const entries = new Map<string, string>()
  const trouble = { denied: false, maxCharacters: Number.POSITIVE_INFINITY }
  const sizeWithout = (excluded: string) =>
    [...entries].reduce((sum, [key, text]) => sum + (key === excluded ? 0 : key.length + text.length), 0)
  const area = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (sizeWithout(key) + key.length + text.length > trouble.maxCharacters)
        throw new DOMException('full', 'QuotaExceededError')
      entries.set(key, text)
    },
    removeItem: (key: string) => {
      entries.delete(key)
    },
  }
  const storage = () => {
    if (trouble.denied) throw new DOMException('denied', 'SecurityError')
    return area
  }
  return { entries, trouble, storage }
}
export type FakeStorage = ReturnType<typeof createFakeStorage>

export const USER = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'
export const OTHER = '7f9619ff-8b86-4d01-b42d-00c04fc964ff'

/** Creates a fake server, and browsers with tabs that use it. */
export function devices() {
  const server = createFakeServer(Date.now)

  /** Creates a browser whose tabs share storage and notify each other. */
  function browser(fakeStorage: FakeStorage = createFakeStorage()) {
    const listeners = new Set<() => void>()

    function tab(id: string | null = USER) {
      const session = createWritableValue<SessionUser | null>(id ? { id, email: 'a@b.c' } : null)
      const ownListeners = new Set<() => void>()
      const announcer: Announcer = {
        notify: () => {
          for (const listener of [...listeners]) if (!ownListeners.has(listener)) listener()
        },
        listen(onChange) {
          ownListeners.add(onChange)
          listeners.add(onChange)
          return () => listeners.delete(onChange)
        },
      }
      let closed = false
      /** A closed page sends and stores nothing: its requests never complete. */
      const never = new Promise<never>(() => undefined)
      const supabase = server.supabaseOf(() => session.get()?.id ?? null)
      const shell = {
        session,
        supabase,
        queryClient: new QueryClient(),
        api: {
          json: async (_path: string, request?: { body?: unknown }) => {
            const answer = await server.sync(session.get()?.id ?? '', request?.body)
            return closed ? never : answer
          },
          stream: () => {
            throw new Error('the fixture has no streams')
          },
        },
      }
      const storage = () => {
        if (closed) throw new Error('the page is closed')
        return fakeStorage.storage()
      }
      const store = new PickStore(shell, { storage, announcer })
      const leave = store.subscribe(() => undefined)
      const names = () => store.get().rows.map(({ player_name }) => Number(player_name.split(' ').at(-1)))
      return {
        shell,
        store,
        session,
        names,
        leave,
        /** Closes the page during any pending operation. */
        kill: () => {
          closed = true
          leave()
        },
      }
    }
    return { tab, fakeStorage }
  }
  return { server, browser }
}

/** Waits until the condition holds, by event loop turns instead of time. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2_000; turn += 1) {
    if (condition()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error(`the condition never became true: ${condition}`)
}

/** Lets the sync call send the new picks of a tab. */
export async function deliver({ store }: { store: PickStore }): Promise<void> {
  await vi.advanceTimersByTimeAsync(PICK_SYNC_DELAY_MS)
  await until(() => store.get().unsent === 0 && !store.busy())
}
