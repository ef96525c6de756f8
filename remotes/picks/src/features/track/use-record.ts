import type { ShellApi } from '@propsight/shared/contracts'
import { useQuery } from '@tanstack/react-query'
import { useReadable } from '../../state/readable.ts'
import { readRecord, type TrackRows } from './read-record.ts'

const NOTHING: TrackRows = { legs: [], parlays: [], unread: 0, cut: false }

/** The signed-in user's record, refetched each time the view opens. */
export function useRecord(shell: ShellApi) {
  const user = useReadable(shell.session)
  return useQuery(
    {
      queryKey: ['track', user?.id ?? null, 'all'],
      queryFn: () => (user ? readRecord(shell.supabase, user.id) : NOTHING),
      staleTime: 0,
      retry: 1,
    },
    shell.queryClient,
  )
}
