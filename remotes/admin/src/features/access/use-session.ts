import { type AdminSession, adminSessionAnswer } from '@propsight/shared/contracts'
import { useQuery } from '@tanstack/react-query'
import { isRefusal, sessionKey } from '../../state/admin-api.ts'
import { useReadable, useShell } from '../../state/shell.tsx'
import { rememberKey } from './key-given.ts'

const ADDRESS = '/api/admin/session'
/** Before a cookie of 30 minutes ends in the middle of something, the screen knows. */
const ASK_AGAIN_MS = 5 * 60_000

/** Who acts on this screen: null where nobody may, undefined while that is unknown. */
export function useSession() {
  const shell = useShell()
  const userId = useReadable(shell.session)?.id ?? null
  const queryKey = sessionKey(userId)
  const { data, error, refetch, fetchStatus } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<AdminSession | null> => {
      try {
        return adminSessionAnswer.parse(await shell.api.json(ADDRESS, { signal }))
      } catch (thrown) {
        if (isRefusal(thrown)) return null
        throw thrown
      }
    },
    staleTime: 0,
    refetchInterval: ASK_AGAIN_MS,
  })
  const set = (session: AdminSession | null) => shell.queryClient.setQueryData(queryKey, session)
  return {
    session: data,
    error,
    offline: fetchStatus === 'paused',
    again: () => void refetch(),
    /** Exchanges the key for a cookie, and forgets it. @throws ApiError 401, 429 */
    async open(key: string): Promise<void> {
      const answer = adminSessionAnswer.parse(await shell.api.json(ADDRESS, { body: { key } }))
      rememberKey(true)
      set(answer)
    },
    /** The fallback of an empty key: the list of codes by the session's own token. @throws ApiError */
    async openByAccount(): Promise<void> {
      await shell.api.json('/api/admin/list-codes', { query: { limit: 1 } })
      set({ by: 'account', expiresAt: null })
    },
    async end(): Promise<void> {
      await shell.api.json(`${ADDRESS}/end`, { method: 'POST' })
      rememberKey(false)
      set(null)
      shell.queryClient.removeQueries({
        predicate: ({ queryKey: [first, second] }) => first === 'admin' && second !== 'session',
      })
    },
  }
}
export type SessionControl = ReturnType<typeof useSession>
