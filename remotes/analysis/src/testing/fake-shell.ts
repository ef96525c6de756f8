import type {
  ApiClient,
  Profile,
  SessionUser,
  ShellApi,
  ShellLocation,
  Toast,
} from '@propsight/shared/contracts'
import { QueryClient } from '@tanstack/react-query'
import { fakePicks } from './fake-picks.ts'
import { fakeReadable } from './fake-readable.ts'

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
