import { listPicks } from '@propsight/shared/client'
import type { SessionUser, ShellApi } from '@propsight/shared/contracts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** The players of the signed-in user's picks, each name once, sorted by their newest pick. */
export function useSavedPlayers(shell: ShellApi): {
  user: SessionUser | null
  players: UseQueryResult<string[]>
} {
  const user = useSyncExternalStore(shell.session.subscribe, shell.session.get)
  const players = useQuery(
    {
      // Starts with 'picks', which every screen invalidates after saving a pick.
      queryKey: ['picks', user?.id ?? null, '__name__'],
      queryFn: async () => {
        const picks = await listPicks(shell.supabase)
        return [...new Set(picks.map((pick) => pick.player_name))]
      },
      enabled: user !== null,
    },
    shell.queryClient,
  )
  return { user, players }
}
