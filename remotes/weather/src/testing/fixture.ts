import type { ApiRequest, ShellApi } from '@propsight/shared/contracts'
import { QueryClient } from '@tanstack/react-query'

type Answer = (request: ApiRequest) => unknown

const fixed = <T>(value: T) => ({ get: () => value, subscribe: () => () => {} })
const unused = () => {
  throw new Error('the weather view does not use this')
}

/**
 * Creates a shell whose API responses come from a script: a function per path. A returned Error is thrown.
 * @param script may be changed during a test
 */
export function fakeShell(script: Record<string, Answer>) {
  const calls: { path: string; query: ApiRequest['query'] }[] = []
  const shell: ShellApi = {
    contract: '1.0',
    session: fixed(null),
    profile: fixed(null),
    credits: fixed(null),
    location: fixed({ path: '/', search: '' }),
    dataSource: fixed({ kind: 'sample' as const, label: 'Sample data', today: '2026-07-18', season: 2026 }),
    // The weather view reads no tables; an access would fail the test.
    supabase: null as never,
    queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    api: {
      json: async (path, request = {}) => {
        calls.push({ path, query: request.query })
        const answer = script[path]?.(request) ?? new Error(`no answer for ${path}`)
        if (answer instanceof Error) throw answer
        return answer
      },
      stream: unused,
    },
    navigate: unused,
    openOverlay: unused,
    notify: unused,
    refreshProfile: unused,
    registerUnsavedWork: unused,
  }
  return { shell, calls }
}
