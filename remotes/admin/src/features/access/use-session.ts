import { isApiError, useReadable, useShell } from '@propsight/shared/client'
import { type AdminSession, adminSessionResponse } from '@propsight/shared/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefusal, sessionKey } from '../../state/admin-api.ts'

const STORAGE_KEY = 'propsight:admin-key-given'

/** Whether a valid key was entered in this browser before. The key itself is not stored. */
export function hasUsedKey(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null
  } catch {
    return false
  }
}

export function setKeyUsed(isUsed: boolean): void {
  try {
    if (isUsed) localStorage.setItem(STORAGE_KEY, 'yes')
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Without storage only the hint on the next visit differs.
  }
}

const ADDRESS = '/api/admin/session'
/** Polling interval, well below the cookie's 30 minutes, so that an expired session is noticed early. */
const ASK_AGAIN_MS = 5 * 60_000

/** The admin session: null without access, undefined while unknown. */
export function useSession() {
  const shell = useShell()
  const userId = useReadable(shell.session)?.id ?? null
  const queryKey = sessionKey(userId)
  const [needsFactor, setNeedsFactor] = useState(false)
  const { data, error, refetch, fetchStatus } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<AdminSession | null> => {
      try {
        return adminSessionResponse.parse(await shell.api.json(ADDRESS, { signal }))
      } catch (thrown) {
        setNeedsFactor(isApiError(thrown) && thrown.code === 'SECOND_FACTOR')
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
    /** Whether the user is an administrator whose session has not passed the second factor. */
    needsFactor,
    offline: fetchStatus === 'paused',
    again: () => void refetch(),
    /** Exchanges the key for a cookie. @throws ApiError 401 (wrong key), 429 (locked) */
    async open(key: string): Promise<void> {
      const answer = adminSessionResponse.parse(await shell.api.json(ADDRESS, { body: { key } }))
      setKeyUsed(true)
      set(answer)
    },
    /** The fallback for an empty key (D1): reads the codes with the user's session token. @throws ApiError */
    async openByAccount(): Promise<void> {
      await shell.api.json('/api/admin/list-codes', { query: { limit: 1 } })
      set({ by: 'account', expiresAt: null })
    },
    async end(): Promise<void> {
      await shell.api.json(`${ADDRESS}/end`, { method: 'POST' })
      setKeyUsed(false)
      set(null)
      shell.queryClient.removeQueries({
        predicate: ({ queryKey: [first, second] }) => first === 'admin' && second !== 'session',
      })
    },
  }
}
export type SessionControl = ReturnType<typeof useSession>
