import { ReplayError } from '@propsight/league/replay'
import { CommandError, type Options } from '../options.ts'
import {
  backtestReport,
  change,
  formatColumns,
  type ReportWords,
  reportTable,
  rowsCsv,
} from '../report/table.ts'
import { type CommandIo, checkWritable, dataName, dayProgress, writeOutput } from '../run/command-io.ts'
import { pairCases, refuseWorse } from '../run/run-backtest.ts'
import { describeChanges } from '../run/run-fit.ts'
import { rounded, writeFitted } from '../run/ship-constants.ts'
import type { Cases } from '../score/cases.ts'
import { pooledGain, scoreCases } from '../score/score.ts'
import { collectSportCases, judgedLines } from './cases.ts'
import type { AnySport, SportGame } from './sport.ts'

const wordsOf = ({ judged }: AnySport): ReportWords => ({
  judged: `${judged.words} own: the half line at the player’s mean of the season.`,
  lineup: 'Absences',
  intervals: 'Absences known',
  monthly: (market) => market.endsWith(' own'),
})

/**
 * Reads the folders of a sport.
 * @throws CommandError without a season, or if a folder cannot be read or an earlier season is not before the first judged one
 */
export function loadSport(
  sport: AnySport,
  { season, earlier }: Pick<Options, 'season' | 'earlier'>,
): {
  readonly judged: readonly SportGame[]
  readonly all: readonly SportGame[]
} {
  if (season.length === 0)
    throw new CommandError('--season <folder> is required: the folder of a season’s games and players')
  try {
    const judged: readonly SportGame[] = sport.readSeasons(season)
    const before: readonly SportGame[] = sport.readSeasons(earlier)
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
export const dataOf = ({ data, season, earlier }: Pick<Options, 'data' | 'season' | 'earlier'>): string =>
  data ??
  `${season.map(dataName).join(', ')}${earlier.length > 0 ? ` after ${earlier.map(dataName).join(', ')}` : ''}`

/** The gain over the shrunk rate of the season by stat, each with its interval. */
function gainTable(sport: AnySport, { batters }: Cases): string {
  const lines = judgedLines(sport)
  const rows = sport.stats.map((stat) => {
    const markets = [...lines.keys()].filter((at) => lines[at]?.stat === stat)
    const cells = (['known', 'unknown'] as const).flatMap((lineup) => {
      const { gain, low, high } = pooledGain(batters, lineup, markets)
      return [change(gain), `${change(low)} to ${change(high)}`]
    })
    return [stat, ...cells]
  })
  const title = 'Gain over the shrunk season rate by stat, 95% interval, absences known and unknown'
  return `${title}\n${formatColumns([['', 'known', '95% interval', 'unknown', '95% interval'], ...rows])}\n`
}

/** Judges the engine of a sport on the folders of seasons, prints the table and writes the requested files. */
export function runSportBacktest(sport: AnySport, options: Options, io: CommandIo): void {
  const begun = performance.now()
  const { from, to, json, rows } = options
  for (const file of [json, rows]) checkWritable(file)
  const { judged, all } = loadSport(sport, options)
  const first = [from, judged[0]?.date]
    .flatMap((day) => day ?? [])
    .toSorted()
    .at(-1)
  const days = new Set(
    judged.map(({ date }) => date).filter((date) => date >= (first ?? '') && date <= (to ?? '9')),
  )
  if (days.size === 0) throw new CommandError(`--season has no games from ${from} to ${to ?? 'its last day'}`)
  const { cases, intervals } = collectSportCases(sport, all, { from: first, to }, dayProgress(io, days.size))
  const names = judgedLines(sport).map(({ name }) => name)
  const report = {
    ...backtestReport(
      { ...scoreCases(cases, names), pitchers: [], pitchersByStarts: [], pitcherIntervals: intervals },
      {
        data: dataOf(options),
        engine: `${sport.name}, ${sport.fitted}`,
        earlierSeasons: [],
        refused: cases.refused,
        skippedRows: 0,
        blanks: [],
        seconds: (performance.now() - begun) / 1000,
      },
    ),
  }
  io.stdout(`${reportTable(report, wordsOf(sport))}${gainTable(sport, cases)}`)
  if (json !== undefined) writeOutput(json, `${JSON.stringify(report, null, 2)}\n`, io)
  if (rows !== undefined) writeOutput(rows, rowsCsv(cases, names), io)
}

/**
 * Fits the constants without the last season and compares them on it with the shipped ones.
 * @throws CommandError when they are worse
 */
export function judgeSportOnLast(sport: AnySport, options: Options, folder: string, io: CommandIo): void {
  const past = loadSport(sport, options).all
  const { judged, all } = loadSport(sport, {
    season: [folder],
    earlier: [...options.season, ...options.earlier],
  })
  const constants = rounded(
    sport.fit(past, (part) => io.stderr(`  fitting ${part} without ${dataName(folder)}\n`)),
  )
  const judge = (engine: AnySport) =>
    collectSportCases(engine, all, { from: judged[0]?.date }, dayProgress(io, judged.length)).cases
  const names = judgedLines(sport).map(({ name }) => name)
  refuseWorse(pairCases(judge({ ...sport, constants }), judge(sport), names), dataName(folder), io)
}

/** Fits the constants of a sport's engine, writes them and reports the changes. */
export function runSportFit(sport: AnySport, options: Options, io: CommandIo): void {
  const { to, json, dryRun } = options
  checkWritable(json)
  const games = loadSport(sport, options).all.filter(({ date }) => date <= (to ?? '9'))
  const data = dataOf(options)
  const value = rounded(sport.fit(games, (part) => io.stderr(`  fitting ${part}\n`)))
  io.stdout(`engine: ${describeChanges(sport.constants, value).join('\n  ')}\n`)
  if (json !== undefined) writeOutput(json, `${JSON.stringify(value, null, 2)}\n`, io)
  if (json !== undefined || dryRun) return
  const constants = {
    file: 'engine',
    what: `Constants of the ${sport.title} engine. Written by \`npm run fit -- --sport ${sport.name}\`, never by hand.`,
    value,
  }
  const made = { data, from: games[0]?.date ?? '', to: games.at(-1)?.date ?? '' }
  io.stderr(`  wrote ${writeFitted(constants, made, sport.folder)}\n`)
}
