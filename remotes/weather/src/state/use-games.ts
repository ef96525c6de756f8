import { type GamesTodayAnswer, gamesTodayAnswer, type ShellApi } from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { read } from '../config/read.ts'
import { AGAIN_MS, FRESH_MS } from './freshness.ts'
import { useNow } from './use-now.ts'

/** The league's day: live data has the clock's, also past midnight; a sample or a replayed season its own. */
function useLeagueDay({ dataSource }: ShellApi): string {
  const { kind, today } = useSyncExternalStore(dataSource.subscribe, dataSource.get)
  const now = useNow()
  return kind === 'live' ? easternDate(new Date(now)) : today
}

/** Games of the league's day, both sports. Asked again by itself when it is an hour old, sooner while it fails or is not whole. */
export function useGames(shell: ShellApi): UseQueryResult<GamesTodayAnswer> {
  const date = useLeagueDay(shell)
  return useQuery({
    queryKey: ['weather', 'games', date],
    queryFn: async ({ signal }) =>
      read(gamesTodayAnswer, await shell.api.json('/api/games/today', { query: { date }, signal })),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    networkMode: 'always',
    refetchInterval: ({ state: { status, data } }) =>
      status === 'error' || data?.stale || data?.missing.length ? AGAIN_MS : FRESH_MS,
    refetchOnReconnect: true,
  })
}
