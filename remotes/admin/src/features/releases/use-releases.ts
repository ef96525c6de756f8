import { useQuery } from '@tanstack/react-query'
import { useAdminApi } from '../../state/admin-api.ts'
import { shownReleases } from './release-queries.ts'

/** One remote: its releases with load statistics, its rollout, and its history. */
export function useReleases(name: string) {
  const { ask } = useAdminApi()
  return useQuery({
    queryKey: ['admin', 'releases', name],
    queryFn: ({ signal }) => ask(shownReleases, `/api/remotes/${name}/releases`, { signal }),
    staleTime: 0,
  })
}
