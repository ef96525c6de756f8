import { readResponse, useReadable, useShell } from '@propsight/shared/client'
import {
  type DayGame,
  gamesTodayResponse,
  type Line,
  type ShellApi,
  type TeamWeather,
  teamWeatherResponse,
  weatherKey,
} from '@propsight/shared/contracts'
import { canonicalClubCode, FIELD_SPORTS, type Sport, sportOfMarket } from '@propsight/shared/domain'
import { describeWeather } from '@propsight/shared/domain/weather'
import { useQueries } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCallback, useMemo } from 'react'
import { gameDay, gameDays, gameKey } from '../state/game-time.ts'
import { shownRunAtom } from '../state/run.ts'

/** Weather is cached for an hour (W2). */
const FRESH_MS = 3_600_000
/** Query options: weather is optional on a board, so a failed request is not retried. */
const OPTIONAL_QUERY = { staleTime: FRESH_MS, gcTime: FRESH_MS, retry: false } as const

/** Key of a game by day and clubs: the same two clubs play on several days in a row. */
const dayKey = (day: string | null, clubs: string | null): string => `${day} ${clubs}`

/** The line's game of those of its clubs on one day; without a number in the line, the only one. */
const findDayGame = (games: readonly DayGame[], { gamePk }: Line): DayGame | undefined => {
  if (typeof gamePk === 'number') return games.find(({ id }) => id === String(gamePk))
  return games.length === 1 ? games[0] : undefined
}

const weatherQuery = (api: ShellApi['api'], sport: Sport, { homeTeam, gameTime, timeTbd }: DayGame) => {
  const at = timeTbd ? undefined : gameTime
  return {
    ...OPTIONAL_QUERY,
    queryKey: weatherKey(sport, homeTeam, at ?? null),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TeamWeather> => {
      const query = { sport, gameTime: at }
      const path = `/api/weather/${encodeURIComponent(homeTeam)}`
      return readResponse(teamWeatherResponse, await api.json(path, { query, signal })).value
    },
  }
}

/**
 * The weather of the games of a board. Requests the games of the lines' days (in the evening the book lists
 * the next day's), then the forecast of each park once. A failed request only omits the weather from the
 * cards.
 * @param ready whether the board is loaded; it has priority over the weather
 * @returns functions that give the game and the weather of a line. Their identities are stable until data arrives.
 */
function useGameWeather(lines: readonly Line[], ready: boolean) {
  const shell = useShell()
  const { today, kind } = useReadable(shell.dataSource)
  const field = FIELD_SPORTS[sportOfMarket(lines[0]?.statType ?? '')]
  const days = useMemo(() => gameDays(lines, today), [lines, today])
  const games = useQueries({
    queries: days.map((date) => ({
      ...OPTIONAL_QUERY,
      queryKey: ['analysis', 'games', date],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        readResponse(
          gamesTodayResponse,
          await shell.api.json('/api/games/today', { query: { date }, signal }),
        ).value,
      // In replay mode the season is over, and the server rejects every forecast request.
      enabled: ready && field !== undefined && kind !== 'replay',
    })),
    combine: (results) => results.flatMap(({ data }) => (field && data?.games[field]) ?? []),
  })
  const byKey = useMemo(() => {
    const grouped = new Map<string, DayGame[]>()
    for (const game of games) {
      // At a neutral site the weather of the home club's park does not apply.
      if (game.neutralSite) continue
      const clubs = `${canonicalClubCode(game.awayTeam)}@${canonicalClubCode(game.homeTeam)}`
      const key = dayKey(gameDay(game.gameTime), clubs)
      // The answers of two days may list one game.
      const known = (grouped.get(key) ?? []).filter(({ id }) => id !== game.id)
      grouped.set(key, [...known, game])
    }
    return grouped
  }, [games])
  const gameOf = useCallback(
    (line: Line) =>
      findDayGame(byKey.get(dayKey(gameDay(line.gameTime) ?? today, gameKey(line))) ?? [], line),
    [byKey, today],
  )
  const boardGames = useMemo(
    () => [...new Set(lines.map(gameOf).filter((game) => game !== undefined))],
    [lines, gameOf],
  )
  const weathers = useQueries({
    queries: boardGames.map((game) => weatherQuery(shell.api, field ?? 'baseball', game)),
    combine: (results) => results.map(({ data }) => data ?? null),
  })
  const of = useCallback(
    (line: Line) => {
      const game = gameOf(line)
      return (game && weathers[boardGames.indexOf(game)]) ?? null
    },
    [gameOf, boardGames, weathers],
  )
  return { of, gameOf }
}

const NO_LINES: readonly Line[] = []

export interface BoardWeather {
  of: (line: Line) => TeamWeather | null
  /** The game of a line whose weather is known, for its mark; otherwise null. */
  gameOf: (line: Line) => DayGame | null
  /** The weather as text: '84°F, wind 11 mph out to left'. */
  words: (line: Line) => string | null
}

/** The weather of the shown board's games, requested once the board is loaded. */
export function useBoardWeather(): BoardWeather {
  const { lines, phase } = useAtomValue(shownRunAtom)
  const { of, gameOf } = useGameWeather(
    lines?.players ?? NO_LINES,
    phase === 'complete' || phase === 'failed',
  )
  const words = useCallback(
    (line: Line) => {
      const weather = of(line)
      return weather && describeWeather(weather)
    },
    [of],
  )
  const knownGameOf = useCallback((line: Line) => (of(line) && gameOf(line)) ?? null, [of, gameOf])
  return { of, gameOf: knownGameOf, words }
}
