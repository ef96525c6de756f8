import { basename } from 'node:path'
import { isDay, ReplayError } from '@propsight/league/replay'
import {
  type BoxGame,
  type BoxLine,
  NBA_CONSTANTS,
  NBA_FITTED,
  NBA_MARKETS,
} from '@propsight/shared/domain/sports/nba'
import * as z from 'zod'
import { CommandError, type Options } from '../options.ts'
import { readRows } from '../read/read-season.ts'
import {
  backtestReport,
  change,
  formatColumns,
  type ReportWords,
  reportTable,
  rowsCsv,
} from '../report/table.ts'
import { type CommandIo, checkWritable, dataName, dayProgress, writeOutput } from '../run/command-io.ts'
import { describeChanges } from '../run/run-fit.ts'
import { rounded, writeFitted } from '../run/ship-constants.ts'
import type { Cases } from '../score/cases.ts'
import { pooledGain, scoreCases } from '../score/score.ts'
import { collectNbaCases, NBA_LINES } from './cases-nba.ts'
import { fitNba } from './fit-nba.ts'

const filled = z.string().min(1, { error: 'is empty' })
const day = z.string().refine((text) => isDay(text), { error: 'is not a day' })
const count = z
  .string()
  .regex(/^\d{1,3}$/, { error: 'is not a count' })
  .transform(Number)
const blankCount = z
  .string()
  .regex(/^\d{0,3}$/, { error: 'is not a count' })
  .transform((text) => (text === '' ? null : Number(text)))
const minutes = z
  .string()
  .regex(/^(\d{1,2}(\.\d+)?)?$/, { error: 'are not minutes' })
  .transform((text) => (text === '' ? null : Number(text)))

const GAME = z.object({
  date: day,
  gameId: filled,
  seasonType: filled,
  home: filled,
  away: filled,
  homeScore: count,
  awayScore: count,
})
const LINE = z.object({
  gameId: filled,
  team: filled,
  playerId: filled,
  position: z.string(),
  minutes,
  minutesExact: minutes,
  points: count,
  rebounds: count,
  assists: count,
  steals: count,
  blocks: count,
  turnovers: count,
  offRebounds: blankCount,
  threesMade: blankCount,
  threesAttempted: blankCount,
  fieldGoalsMade: blankCount,
  fieldGoalsAttempted: blankCount,
  freeThrowsMade: blankCount,
  freeThrowsAttempted: blankCount,
})

/** Shortest time of a player who took part: the minutes of some sources are rounded down. */
const LEAST_MINUTES = 0.5

const less = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one - other

const boxLine = (row: z.output<typeof LINE>): BoxLine => ({
  playerId: row.playerId,
  club: row.team,
  position: row.position,
  minutes: Math.max(LEAST_MINUTES, row.minutesExact ?? row.minutes ?? 0),
  counts: {
    points: row.points,
    rebounds: row.rebounds,
    assists: row.assists,
    steals: row.steals,
    blocks: row.blocks,
    turnovers: row.turnovers,
    twosMade: less(row.fieldGoalsMade, row.threesMade),
    twosAttempted: less(row.fieldGoalsAttempted, row.threesAttempted),
    threesMade: row.threesMade,
    threesAttempted: row.threesAttempted,
    freeThrowsMade: row.freeThrowsMade,
    freeThrowsAttempted: row.freeThrowsAttempted,
    offensiveRebounds: row.offRebounds,
  },
})

/** The month in which a season may begin at the earliest. */
const FIRST_MONTH = 8

/** Year in which the season of a date began. */
export const seasonOfDate = (date: string): number =>
  Number(date.slice(0, 4)) - (Number(date.slice(5, 7)) < FIRST_MONTH ? 1 : 0)

/**
 * Reads seasons from folders with `games` and `players`, each `.csv` or `.csv.gz`. Games without lines of players are
 * left out.
 * @returns the games in order of date
 * @throws ReplayError for a missing folder, file or column, an invalid cell, or a season that two folders have
 */
export function readNbaSeasons(folders: readonly string[]): BoxGame[] {
  const seasons = folders.map((folder) => {
    const lines = Map.groupBy(readRows(folder, 'players', LINE), ({ gameId }) => gameId)
    const games = readRows(folder, 'games', GAME).map(
      ({ gameId, seasonType, ...game }): BoxGame => ({
        ...game,
        id: gameId,
        season: seasonOfDate(game.date),
        playoffs: seasonType === 'playoffs',
        lines: (lines.get(gameId) ?? []).map(boxLine),
      }),
    )
    if (games.length === 0) throw new ReplayError(`${folder}: has no games`)
    return { folder, season: games[0]?.season, games: games.filter((game) => game.lines.length > 0) }
  })
  for (const [at, { folder, season }] of seasons.entries())
    if (seasons.slice(0, at).some((other) => other.season === season))
      throw new ReplayError(`${basename(folder)}: another folder has the season of ${season}`)
  return seasons.flatMap(({ games }) => games).toSorted((a, b) => a.date.localeCompare(b.date))
}

/** Folder of the fitted constants of the NBA. */
export const NBA_FOLDER = new URL('../../../../shared/src/domain/sports/nba/fitted', import.meta.url).pathname

const WORDS: ReportWords = {
  judged:
    'Players with ten earlier games of the season. own: the half line at the player’s mean of the season.',
  lineup: 'Absences',
  intervals: 'Absences known',
  monthly: (market) => market.endsWith(' own'),
}

/**
 * Reads the folders of the NBA.
 * @throws CommandError without a season, or if a folder cannot be read or an earlier season is not before the first judged one
 */
export function loadNba({ season, earlier }: Pick<Options, 'season' | 'earlier'>): {
  readonly judged: readonly BoxGame[]
  readonly all: readonly BoxGame[]
} {
  if (season.length === 0)
    throw new CommandError('--season <folder> is required: the folder of a season’s games and players')
  try {
    const judged = readNbaSeasons(season)
    const before = readNbaSeasons(earlier)
    const last = before.at(-1)
    if (last && judged[0] && last.season >= judged[0].season)
      throw new CommandError(
        `--earlier: the season of ${last.season} is not before that of ${judged[0].season}`,
      )
    return { judged, all: [...before, ...judged] }
  } catch (error) {
    if (error instanceof ReplayError) throw new CommandError(error.message)
    throw error
  }
}

/** Names of the folders, as the reports have them. */
export const nbaName = ({ data, season, earlier }: Pick<Options, 'data' | 'season' | 'earlier'>): string =>
  data ??
  `${season.map(dataName).join(', ')}${earlier.length > 0 ? ` after ${earlier.map(dataName).join(', ')}` : ''}`

/** The gain over the shrunk rate of the season by stat, each with its interval. */
function gainTable({ batters }: Cases): string {
  const rows = NBA_MARKETS.map(({ stat }) => {
    const markets = [...NBA_LINES.keys()].filter((at) => NBA_LINES[at]?.stat === stat)
    const cells = (['known', 'unknown'] as const).flatMap((lineup) => {
      const { gain, low, high } = pooledGain(batters, lineup, markets)
      return [change(gain), `${change(low)} to ${change(high)}`]
    })
    return [stat, ...cells]
  })
  const title = 'Gain over the shrunk season rate by stat, 95% interval, absences known and unknown'
  return `${title}\n${formatColumns([['', 'known', '95% interval', 'unknown', '95% interval'], ...rows])}\n`
}

/** Judges the engine of the NBA on the folders of seasons, prints the table and writes the requested files. */
export function runNbaBacktest(options: Options, io: CommandIo): void {
  const begun = performance.now()
  const { from, to, json, rows } = options
  for (const file of [json, rows]) checkWritable(file)
  const { judged, all } = loadNba(options)
  const first = [from, judged[0]?.date]
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1)
  const days = new Set(
    judged.map(({ date }) => date).filter((date) => date >= (first ?? '') && date <= (to ?? '9')),
  )
  if (days.size === 0) throw new CommandError(`--season has no games from ${from} to ${to ?? 'its last day'}`)
  const { cases, intervals } = collectNbaCases(
    all,
    NBA_CONSTANTS,
    { from: first, to },
    dayProgress(io, days.size),
  )
  const names = NBA_LINES.map(({ name }) => name)
  const report = {
    ...backtestReport(
      { ...scoreCases(cases, names), pitchers: [], pitchersByStarts: [], pitcherIntervals: intervals },
      {
        data: nbaName(options),
        engine: `nba, ${NBA_FITTED}`,
        earlierSeasons: [],
        refused: cases.refused,
        skippedRows: 0,
        blanks: [],
        seconds: (performance.now() - begun) / 1000,
      },
    ),
  }
  io.stdout(`${reportTable(report, WORDS)}${gainTable(cases)}`)
  if (json !== undefined) writeOutput(json, `${JSON.stringify(report, null, 2)}\n`, io)
  if (rows !== undefined) writeOutput(rows, rowsCsv(cases, names), io)
}

/** Fits the constants of the NBA engine, writes them and reports the changes. */
export function runNbaFit(options: Options, io: CommandIo): void {
  const { to, json, dryRun } = options
  checkWritable(json)
  const games = loadNba(options).all.filter(({ date }) => date <= (to ?? '9'))
  const data = nbaName(options)
  const value = rounded(fitNba(games, (part) => io.stderr(`  fitting ${part}\n`)))
  io.stdout(`engine: ${describeChanges(NBA_CONSTANTS, value).join('\n  ')}\n`)
  if (json !== undefined) writeOutput(json, `${JSON.stringify(value, null, 2)}\n`, io)
  if (json !== undefined || dryRun) return
  const constants = {
    file: 'engine',
    what: 'Constants of the NBA engine. Written by `npm run fit -- --sport nba`, never by hand.',
    value,
  }
  const made = { data, from: games[0]?.date ?? '', to: games.at(-1)?.date ?? '' }
  io.stderr(`  wrote ${writeFitted(constants, made, NBA_FOLDER)}\n`)
}
