import { listPicks } from '@propsight/shared/client'
import type { PickRow, ShellApi } from '@propsight/shared/contracts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** The signed-in user's picks, newest first, read again whenever this screen opens. */
export function useSavedPicks(shell: ShellApi): UseQueryResult<PickRow[]> {
  const user = useSyncExternalStore(shell.session.subscribe, shell.session.get)
  return useQuery(
    {
      queryKey: ['picks', user?.id ?? null, 'list'],
      queryFn: () => listPicks(shell.supabase),
      // Under 'picks', which the other screens invalidate when they save; old at once all the same.
      staleTime: 0,
      retry: 1,
    },
    shell.queryClient,
  )
}
