import type * as z from 'zod'
import type { Read } from '../../platform/cache/freshness.ts'
import { isCalledOff, type StatsGame, type statsStatesSchema } from './format/schedule.ts'

/** Whether a game of a game log is over. */
export type IsFinished = (game: { gamePk: number; date: string }) => boolean

const DAY_MS = 86_400_000
const FINAL = 'Final'

/** The league day `by` days after `day` (before it if negative), both `YYYY-MM-DD`. */
export const addDays = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10)

/** The league day before another, both `YYYY-MM-DD`. */
export const dayBefore = (day: string): string => addDays(day, -1)
export const dayAfter = (day: string): string => addDays(day, 1)

const isOver = (game: {
  status: Pick<StatsGame['status'], 'abstractGameState' | 'codedGameState'>
}): boolean => game.status.abstractGameState === FINAL && !isCalledOff(game)

/** The games of the season that are not over, suspended ones among them. A resumed game is listed on both of its days. */
export function listUnfinished({ dates }: z.infer<typeof statsStatesSchema>): number[] {
  const games = dates.flatMap((day) => day.games)
  const over = new Set(games.filter(isOver).map(({ gamePk }) => gamePk))
  const open = games.filter((game) => !over.has(game.gamePk) && game.status.abstractGameState !== FINAL)
  return [...new Set(open.map(({ gamePk }) => gamePk))]
}

/**
 * Decides which games of a log count. A game log lists a game from its first pitch on, but an unfinished game
 * must not count. The schedules of today and of yesterday (games run past midnight) decide on their games, and the
 * season on those of all days before, which may be suspended. Without today's schedule no game of today counts. Never
 * throws.
 * @param schedule reads one league day. Call this function before reading the log: a game that ends in
 *   between would otherwise count as final with the log of an earlier inning
 * @param unfinished reads the games of the season that are not over, up to an hour ago or longer
 */
export async function finishedGames(
  schedule: (day: string) => Promise<Read<readonly StatsGame[]>>,
  unfinished: () => Promise<Read<readonly number[]>>,
  today: string,
): Promise<IsFinished> {
  const orNull = <T>(read: Promise<Read<T>>): Promise<T | null> =>
    read.then(
      ({ value }) => value,
      () => null,
    )
  const [yesterdayGames, todayGames, ofSeason] = await Promise.all([
    orNull(schedule(dayBefore(today))),
    orNull(schedule(today)),
    orNull(unfinished()),
  ])
  const recent = [...(yesterdayGames ?? []), ...(todayGames ?? [])]
  const over = new Set(recent.filter(isOver).map(({ gamePk }) => gamePk))
  const openNow = recent.filter(({ status }) => status.abstractGameState !== FINAL)
  const open = new Set([...(ofSeason ?? []), ...openNow.map(({ gamePk }) => gamePk)])
  return ({ gamePk, date }) =>
    over.has(gamePk) || (!open.has(gamePk) && (todayGames !== null || date < today))
}
