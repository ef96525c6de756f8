import type { Read } from '../../platform/cache/freshness.ts'
import type { StatsGame } from './format/schedule.ts'

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

/**
 * Decides which games of a log count. A game log lists a game from its first pitch on, but an unfinished game
 * must not count. Games that the schedule of today or of yesterday (games run past midnight) does not list as
 * final are excluded. Without today's schedule no game of today counts. Never throws.
 * @param schedule reads one league day. Call this function before reading the log: a game that ends in
 *   between would otherwise count as final with the log of an earlier inning
 */
export async function finishedGames(
  schedule: (day: string) => Promise<Read<readonly StatsGame[]>>,
  today: string,
): Promise<IsFinished> {
  const [yesterdayGames, todayGames] = await Promise.all(
    [dayBefore(today), today].map((day) =>
      schedule(day).then(
        ({ value }) => value,
        () => null,
      ),
    ),
  )
  const open = new Set(
    [...(yesterdayGames ?? []), ...(todayGames ?? [])]
      .filter(({ status }) => status.abstractGameState !== FINAL)
      .map(({ gamePk }) => gamePk),
  )
  return ({ gamePk, date }) => !open.has(gamePk) && (todayGames !== null || date < today)
}
