import { readResponse } from '@propsight/shared/client'
import {
  type DayGame,
  type GamesTodayResponse,
  gamesTodayResponse,
  type ShellApi,
  type TeamWeather,
  teamWeatherResponse,
  weatherKey,
} from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import { useNow } from '@propsight/shared/ui'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { Sport } from '../config/sports.ts'

/**
 * Creates a concurrency limit: at most `most` tasks run at a time, further tasks wait in order. A task whose
 * signal is aborted while waiting is not started.
 */
export function createLimit(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  const next = () => {
    running -= 1
    waiting.shift()?.()
  }
  return async <T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    if (running >= most) await new Promise<void>((turn) => waiting.push(turn))
    running += 1
    try {
      signal?.throwIfAborted()
      return await task()
    } finally {
      next()
    }
  }
}

/** Weather is cached for an hour (W2). Milliseconds. */
export const FRESH_MS = 3_600_000
/** Interval in milliseconds after which failed or stale data is requested again while the view is open. */
export const RETRY_MS = 30_000

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
export function useGames(shell: ShellApi): UseQueryResult<GamesTodayResponse> {
  const date = useLeagueDay(shell)
  return useQuery({
    queryKey: ['weather', 'games', date],
    queryFn: async ({ signal }) =>
      readResponse(gamesTodayResponse, await shell.api.json('/api/games/today', { query: { date }, signal }))
        .value,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    networkMode: 'always',
    refetchInterval: ({ state: { status, data } }) =>
      status === 'error' || data?.stale || data?.missing.length ? RETRY_MS : FRESH_MS,
    refetchOnReconnect: true,
  })
}

const MAX_CONCURRENT_REQUESTS = 6
const limitConcurrency = createLimit(MAX_CONCURRENT_REQUESTS)

/** A game with its weather. */
export interface GameWeather {
  sport: Sport
  game: DayGame
  /** Null until loaded, and for a game that is not played in the home club's stadium. */
  weather: TeamWeather | null
  /** `elsewhere`: not played in the home club's stadium, so no weather is requested. */
  state: 'loading' | 'failed' | 'ready' | 'elsewhere'
  error: Error | null
}

interface WeatherOf {
  sport: Sport
  homeTeam: string
  /** Start, ISO 8601; null while it is not set. */
  gameTime: string | null
}

/** The query for the weather in a club's own stadium at the time of a game. */
export const weatherOptions = (api: ShellApi['api'], { sport, homeTeam, gameTime }: WeatherOf) => ({
  queryKey: weatherKey(sport, homeTeam, gameTime),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    limitConcurrency(async () => {
      const path = `/api/weather/${encodeURIComponent(homeTeam)}`
      const query = { sport, gameTime: gameTime ?? undefined }
      return readResponse(teamWeatherResponse, await api.json(path, { query, signal })).value
    }, signal),
  staleTime: FRESH_MS,
  gcTime: FRESH_MS,
  networkMode: 'always' as const,
})

/**
 * Reads the weather in the home club's stadium at the time of each game. Failures are shown once all requests
 * have answered, so that the cards keep their places until then. `retry` requests the failed ones again; the
 * requests of the half minute change nothing until they succeed.
 */
export function useGameWeather(
  shell: ShellApi,
  games: readonly { sport: Sport; game: DayGame }[],
): { weathers: GameWeather[]; retry(): void } {
  const [retrying, setRetrying] = useState(false)
  const results = useQueries({
    queries: games.map(({ sport, game: { homeTeam, gameTime, timeTbd, neutralSite } }) => ({
      ...weatherOptions(shell.api, { sport, homeTeam, gameTime: timeTbd ? null : gameTime }),
      enabled: !neutralSite,
      refetchInterval: ({ state }: { state: { status: string; data: TeamWeather | undefined } }) =>
        state.status === 'error' || state.data?.stale ? RETRY_MS : FRESH_MS,
      refetchOnReconnect: true,
    })),
  })
  // A repeated request clears the error of its query.
  const lastError = useRef<Error | null>(null)
  lastError.current = results.find(({ error }) => error)?.error ?? lastError.current
  const hasFailed = ({ data, errorUpdateCount }: (typeof results)[number]) => !data && errorUpdateCount > 0
  const isLoading = retrying || results.some((result) => result.isLoading && !hasFailed(result))
  const weathers = games.map(({ sport, game }, index): GameWeather => {
    const result = results[index]
    const failed = result !== undefined && hasFailed(result)
    const common = { sport, game, weather: result?.data ?? null, error: failed ? lastError.current : null }
    if (game.neutralSite) return { ...common, state: 'elsewhere' }
    if (common.weather) return { ...common, state: 'ready' }
    return { ...common, state: failed && !isLoading ? 'failed' : 'loading' }
  })
  const retry = () => {
    setRetrying(true)
    const failed = results.filter(hasFailed)
    void Promise.all(failed.map(({ refetch }) => refetch())).finally(() => setRetrying(false))
  }
  return { weathers, retry }
}
