import { type GamesTodayAnswer, gamesTodayAnswer, type ShellApi } from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { read } from '../config/read.ts'
import { AGAIN_MS, FRESH_MS } from './freshness.ts'
import { useNow } from './use-now.ts'

/**
 * Returns the league day: for live data by the clock, also past midnight; otherwise that of the data source.
 */
function useLeagueDay({ dataSource }: ShellApi): string {
  const { kind, today } = useSyncExternalStore(dataSource.subscribe, dataSource.get)
  const now = useNow()
  return kind === 'live' ? easternDate(new Date(now)) : today
}

/**
 * Reads the games of the league day, both sports. Refetches after an hour, or sooner after a failed or
 * incomplete read.
 */
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
