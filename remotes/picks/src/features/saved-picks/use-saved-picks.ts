import { listPicks } from '@propsight/shared/client'
import type { PickRow, ShellApi } from '@propsight/shared/contracts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** The signed-in user's picks, newest first, read again whenever this screen opens. */
export function useSavedPicks(shell: ShellApi): UseQueryResult<PickRow[]> {
  const user = useSyncExternalStore(shell.session.subscribe, shell.session.get)
  return useQuery(
    {
      queryKey: ['my-picks', user?.id ?? null],
      queryFn: () => listPicks(shell.supabase),
      // Another screen saves picks: what this one remembers is old at once.
      staleTime: 0,
      retry: 1,
    },
    shell.queryClient,
  )
}
