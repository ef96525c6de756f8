import type {
  ApiClient,
  Profile,
  Readable,
  SessionUser,
  ShellApi,
  ShellLocation,
  Toast,
} from '@propsight/shared/contracts'
import { QueryClient } from '@tanstack/react-query'

/** A readable value of the shell that a test can set. */
export function fakeReadable<T>(first: T): Readable<T> & { set(value: T): void } {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
  }
}

interface Row {
  id: string
  user_id: string
  expires_at: string
  pick: unknown
}

/** Fake of the data service for saving picks: one table in memory, with write errors on demand. */
export function fakePicks(userId: string) {
  const rows: Row[] = []
  /** Number of next writes that fail, and their status. */
  const trouble = { writes: 0, status: 409 }
  const answer = <T>(data: T) => {
    if (trouble.writes === 0) return Promise.resolve({ data, error: null, status: 200 })
    trouble.writes -= 1
    return Promise.resolve({ data: null, error: { message: 'refused' }, status: trouble.status })
  }
  const without = (ids: readonly string[]) => rows.filter(({ id }) => !ids.includes(id))
  const table = {
    select: () => ({
      eq: (_column: string, user: string) => ({
        gt: (_other: string, now: string) => ({
          order: () => ({
            retry: () =>
              Promise.resolve({
                data: rows.filter((row) => row.user_id === user && row.expires_at > now),
                error: null,
                status: 200,
              }),
          }),
        }),
      }),
    }),
    upsert: async (input: Row | Row[]) => {
      const saved = [input].flat()
      const result = await answer(null)
      if (!result.error) rows.splice(0, rows.length, ...without(saved.map(({ id }) => id)), ...saved)
      return result
    },
    delete: () => ({
      eq: () => ({
        in: async (_column: string, ids: readonly string[]) => {
          const result = await answer(null)
          if (!result.error) rows.splice(0, rows.length, ...without(ids))
          return result
        },
      }),
    }),
  }
  const client = {
    auth: { getSession: () => Promise.resolve({ data: { session: { user: { id: userId } } } }) },
    from: () => table,
    rpc: () => Promise.resolve({ data: 0, error: null, status: 200 }),
  }
  return { rows, trouble, client: client as unknown as ShellApi['supabase'] }
}

export const USER: SessionUser = { id: '00000000-0000-4000-8000-000000000001', email: 'rae@example.com' }

/** Fake of the shell that records the calls of this remote. */
export function fakeShell(api: ApiClient) {
  const picks = fakePicks(USER.id)
  const toasts: Toast[] = []
  const opened: string[] = []
  const visited: string[] = []
  const replaced: boolean[] = []
  const location = fakeReadable<ShellLocation>({ path: '/', search: '' })
  const checks = new Set<() => boolean>()
  const counted = { refreshes: 0 }
  const session = fakeReadable<SessionUser | null>(USER)
  const credits = fakeReadable<number | null>(20)
  const shell: ShellApi = {
    contract: '1.1',
    session,
    profile: fakeReadable<Profile | null>(null),
    credits,
    location,
    dataSource: fakeReadable({
      kind: 'sample' as const,
      label: 'Sample data',
      today: '2026-07-18',
      season: 2026,
    }),
    supabase: picks.client,
    queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    api,
    navigate: (to, options) => {
      visited.push(to)
      replaced.push(options?.replace ?? false)
      const { pathname, search } = new URL(to, document.baseURI)
      location.set({ path: pathname, search })
    },
    openOverlay: (name) => opened.push(name),
    notify: (toast) => toasts.push(toast),
    refreshProfile: async () => {
      counted.refreshes += 1
    },
    registerUnsavedWork: (check) => {
      checks.add(check)
      return () => checks.delete(check)
    },
  }
  const unsaved = () => [...checks].some((check) => check())
  return { shell, picks, toasts, opened, visited, replaced, location, session, credits, counted, unsaved }
}
