import type { ShellApi } from '@propsight/shared/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useReadable } from '../../state/readable.ts'
import { listParlays } from './list-parlays.ts'

const PAGE = 60
/** The job that settles parlays runs each minute. */
const REREAD_MS = 60_000

/** The signed-in user's parlays, newest first; refetched while one of them is pending. */
export function usePastParlays(shell: ShellApi) {
  const user = useReadable(shell.session)
  const [limit, setLimit] = useState(PAGE)
  const query = useQuery(
    {
      queryKey: ['parlays', user?.id ?? null, limit],
      queryFn: () =>
        user ? listParlays(shell.supabase, user.id, limit) : { parlays: [], more: false, unread: 0 },
      placeholderData: keepPreviousData,
      staleTime: 0,
      retry: 1,
      refetchInterval: ({ state }) =>
        state.data?.parlays.some(({ row }) => row.outcome === 'pending') ? REREAD_MS : false,
    },
    shell.queryClient,
  )
  return { ...query, showOlder: () => setLimit((now) => now + PAGE) }
}
