import type { Read } from '../../platform/cache/read.ts'
import type { StatsGame } from './format/schedule.ts'

/** Whether a game that a log lists has been played to its end. */
export type IsOver = (game: { gamePk: number; date: string }) => boolean

const DAY_MS = 86_400_000
const FINAL = 'Final'

/** A league day moved by so many days. */
export const shiftedDay = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10)

/** The league day before another, both `YYYY-MM-DD`. */
export const dayBefore = (day: string): string => shiftedDay(day, -1)
export const dayAfter = (day: string): string => shiftedDay(day, 1)

/**
 * Which games to count. A log shows a game from its first pitch on, and four innings are no game: whatever the
 * schedule of today or of yesterday (games run past midnight) does not call final is left out. Without today's
 * schedule none of today's games counts.
 * @param schedule of one league day; it has to be read before the log, or a log of the eighth inning passes for final
 */
export async function finishedGames(
  schedule: (day: string) => Promise<Read<readonly StatsGame[]>>,
  today: string,
): Promise<IsOver> {
  const [late, now] = await Promise.all(
    [dayBefore(today), today].map((day) =>
      schedule(day).then(
        ({ value }) => value,
        () => null,
      ),
    ),
  )
  const open = new Set(
    [...(late ?? []), ...(now ?? [])]
      .filter(({ status }) => status.abstractGameState !== FINAL)
      .map(({ gamePk }) => gamePk),
  )
  return ({ gamePk, date }) => !open.has(gamePk) && (now !== null || date < today)
}
