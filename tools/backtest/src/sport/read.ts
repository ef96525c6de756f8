import { basename } from 'node:path'
import { isDay, ReplayError } from '@propsight/league/replay'
import * as z from 'zod'
import type { SportGame } from './sport.ts'

/** Cells of the folders of a sport. */
export const CELL = {
  filled: z.string().min(1, { error: 'is empty' }),
  day: z.string().refine((text) => isDay(text), { error: 'is not a day' }),
  count: z
    .string()
    .regex(/^\d{1,3}$/, { error: 'is not a count' })
    .transform(Number),
  blankCount: z
    .string()
    .regex(/^\d{0,3}$/, { error: 'is not a count' })
    .transform((text) => (text === '' ? null : Number(text))),
} as const

/** The month in which a season may begin at the earliest. */
const FIRST_MONTH = 8

/** Year in which the season of a date began. */
export const seasonOfDate = (date: string): number =>
  Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < FIRST_MONTH ? 1 : 0)

/**
 * Reads seasons from folders. Games without lines of players are left out.
 * @returns the games in order of date
 * @throws ReplayError for a missing folder, file or column, an invalid cell, or a season that two folders have
 */
export function readFolders<Game extends SportGame>(
  folders: readonly string[],
  readGames: (folder: string) => Game[],
): Game[] {
  const seasons = folders.map((folder) => {
    const games = readGames(folder)
    if (games.length === 0) throw new ReplayError(`${folder}: has no games`)
    return { folder, season: games[0]?.season, games: games.filter((game) => game.lines.length > 0) }
  })
  for (const [at, { folder, season }] of seasons.entries())
    if (seasons.slice(0, at).some((other) => other.season === season))
      throw new ReplayError(`${basename(folder)}: another folder has the season of ${season}`)
  return seasons.flatMap(({ games }) => games).toSorted((a, b) => a.date.localeCompare(b.date))
}
