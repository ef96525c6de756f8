import { type DayGame, type ShellApi, type TeamWeather, teamWeatherAnswer } from '@propsight/shared/contracts'
import { useQueries } from '@tanstack/react-query'
import { read } from '../config/read.ts'
import type { Sport } from '../config/sports.ts'
import { AGAIN_MS, FRESH_MS } from './freshness.ts'
import { createLimit } from './create-limit.ts'

const AT_A_TIME = 6
const limit = createLimit(AT_A_TIME)

/** A game with its weather. */
export interface GameWeather {
  sport: Sport
  game: DayGame
  /** Null until loaded, and for a game that is not played in the home club's stadium. */
  weather: TeamWeather | null
  /** `elsewhere`: not played in the home club's stadium, so no weather is requested. */
  state: 'loading' | 'failed' | 'ready' | 'elsewhere'
  error: Error | null
  retry(): void
}

const still = () => {}

/** Reads the weather in the home club's stadium at the time of each game. */
export function useWeathers(
  shell: ShellApi,
  games: readonly { sport: Sport; game: DayGame }[],
): GameWeather[] {
  const results = useQueries({
    queries: games.map(({ sport, game }) => {
      const gameTime = game.timeTbd ? undefined : game.gameTime
      return {
        queryKey: ['weather', sport, game.homeTeam, gameTime ?? null],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          limit(async () => {
            const path = `/api/weather/${encodeURIComponent(game.homeTeam)}`
            return read(teamWeatherAnswer, await shell.api.json(path, { query: { sport, gameTime }, signal }))
          }, signal),
        enabled: !game.neutralSite,
        staleTime: FRESH_MS,
        gcTime: FRESH_MS,
        networkMode: 'always' as const,
        refetchInterval: ({ state }: { state: { status: string; data: TeamWeather | undefined } }) =>
          state.status === 'error' || state.data?.stale ? AGAIN_MS : FRESH_MS,
        refetchOnReconnect: true,
      }
    }),
  })
  return games.map(({ sport, game }, index) => {
    const result = results[index]
    const known = { sport, game, weather: result?.data ?? null, error: result?.error ?? null }
    const retry = result ? () => void result.refetch() : still
    if (game.neutralSite) return { ...known, state: 'elsewhere', retry }
    if (known.weather) return { ...known, state: 'ready', retry }
    return { ...known, state: known.error ? 'failed' : 'loading', retry }
  })
}
