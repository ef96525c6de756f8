import { useQuery } from '@tanstack/react-query'
import { useAdminApi } from '../../state/admin-api.ts'
import { shownReleases } from './shown-releases.ts'

/** Releases of one remote with how they load, where its pointer stands, and what was done to it. */
export function useReleases(name: string) {
  const { ask } = useAdminApi()
  return useQuery({
    queryKey: ['admin', 'releases', name],
    queryFn: ({ signal }) => ask(shownReleases, `/api/remotes/${name}/releases`, { signal }),
    staleTime: 0,
  })
}
