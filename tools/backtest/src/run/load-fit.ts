import { CommandError, type Options } from '../options.ts'
import type { Season } from '../read/season.ts'
import { type CommandIo, chainSeasons, dataName, type FolderRows, loadSeason } from './command-io.ts'

/** Counts that the fit needs and a source may lack. */
const NEEDED = {
  batting: ['hitByPitch'],
  pitching: ['earnedRuns', 'hitByPitch'],
} as const

/** Counts that one of the seasons of a fit must have: others without them do not count for scoring. */
const SCORING = ['runs', 'rbi', 'stolenBases'] as const

const isKnownIn = (rows: readonly object[], count: string): boolean =>
  rows.length === 0 || rows.some((row) => (row as Record<string, unknown>)[count] !== null)

/**
 * The season without the rows that lack a count of rates. Rows without runs stay: they count for rates and
 * playing time.
 * @throws CommandError for a season in which such a count is unknown in all rows: its constants cannot be fitted
 */
export function completeRows(season: Season, folder: string): Season {
  const keep = <Row extends object>(rows: readonly Row[], counts: readonly (keyof Row & string)[]) => {
    const lacking = counts.filter((count) => !isKnownIn(rows, count))
    if (lacking.length > 0)
      throw new CommandError(`${folder}: cannot be fitted without ${lacking.join(', ')}`)
    return rows.filter((row) => counts.every((count) => row[count] !== null))
  }
  return {
    games: season.games,
    batting: keep(season.batting, NEEDED.batting),
    pitching: keep(season.pitching, NEEDED.pitching),
  }
}

/**
 * Joins the seasons of a fit, as `chainSeasons`.
 * @throws CommandError for two folders of one season, and if no season has runs and runs batted in
 */
export function joinSeasons(seasons: readonly FolderRows[], earlier: readonly FolderRows[] = []): Season {
  const joined = chainSeasons(seasons, earlier)
  const lacking = SCORING.filter((count) => !isKnownIn(joined.batting, count))
  if (lacking.length > 0)
    throw new CommandError(
      `${seasons.map(({ folder }) => folder).join(', ')}: cannot be fitted without ${lacking.join(', ')}`,
    )
  return joined
}

/** The years in which runs and runs batted in are known. */
export function yearsWithScoring({ games, batting, pitching, earlier = [] }: Season): Season {
  const years = new Set(
    [...Map.groupBy(batting, ({ date }) => date.slice(0, 4))]
      .filter(([, rows]) => SCORING.every((count) => isKnownIn(rows, count)))
      .map(([year]) => year),
  )
  const inYears = ({ date }: { readonly date: string }): boolean => years.has(date.slice(0, 4))
  return {
    games: games.filter(inYears),
    batting: batting.filter(inYears),
    pitching: pitching.filter(inYears),
    earlier,
  }
}

/** The rows up to and including a day. */
const cutAt = ({ games, batting, pitching }: Season, until: string): Season => ({
  games: games.filter(({ date }) => date <= until),
  batting: batting.filter(({ date }) => date <= until),
  pitching: pitching.filter(({ date }) => date <= until),
})

/** Reads the seasons of a fit, cut at its last day. */
export function loadFit(options: Options, io: CommandIo): { readonly season: Season; readonly data: string } {
  if (options.season.length === 0) loadSeason(undefined, io)
  const seasons = options.season.map((folder) => {
    const read = loadSeason(folder, io).season
    const rows = options.only.every((part) => part === 'parks') ? read : completeRows(read, folder)
    const cut = options.to === undefined ? rows : cutAt(rows, options.to)
    if (cut.games.length === 0) throw new CommandError(`${folder}: has no games to ${options.to}`)
    return { folder, rows: cut }
  })
  const earlier = options.earlier.map((folder) => ({ folder, rows: loadSeason(folder, io).season }))
  const season = joinSeasons(seasons, earlier)
  return { season, data: options.data ?? options.season.map(dataName).join(', ') }
}
