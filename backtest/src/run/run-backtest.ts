import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { ReplayError } from '@propsight/league/replay'
import { CommandError, type Options } from '../options.ts'
import { type ReadSeason, readSeason } from '../read/read-season.ts'
import { type BacktestReport, backtestReport } from '../report/backtest-report.ts'
import { reportPage } from '../report/page.ts'
import { reportTable } from '../report/table.ts'
import { scoreCases } from '../score/score.ts'
import { collectInParallel } from './collect-in-parallel.ts'
import { type CommandIo, dayProgress } from './progress.ts'

/** Skipped lines told one by one; the rest is only counted. */
const MOST_TOLD = 20

/**
 * Reads the folder, telling what it skips.
 * @throws CommandError where there is nothing to read
 */
export function readTold(
  folder: string | undefined,
  io: CommandIo,
): ReadSeason & { readonly folder: string } {
  if (folder === undefined)
    throw new CommandError('say --season <folder>: the folder of a season’s CSV files')
  try {
    const read = readSeason(folder)
    for (const problem of read.skipped.slice(0, MOST_TOLD)) io.stderr(`  skipped: ${problem}\n`)
    const untold = read.skipped.length - MOST_TOLD
    if (untold > 0) io.stderr(`  skipped: ${untold} more\n`)
    return { ...read, folder }
  } catch (error) {
    if (error instanceof ReplayError) throw new CommandError(error.message)
    throw error
  }
}

/** Judges the engine on a folder, prints the table and writes the files that were asked for. */
export async function runBacktest(options: Options, io: CommandIo): Promise<BacktestReport> {
  const begun = performance.now()
  const { season, skipped, folder } = readTold(options.season, io)
  const { from, to, json, html } = options
  const days = new Set(
    season.games.map(({ date }) => date).filter((date) => date >= (from ?? '') && date <= (to ?? '9')),
  )
  if (days.size === 0)
    throw new CommandError(`${folder}: has no games from ${from ?? 'its first day'} to ${to ?? 'its last'}`)
  const cases = await collectInParallel({ folder, from, to, onDay: dayProgress(io, days.size) })
  const report = backtestReport(scoreCases(cases), {
    data: options.data ?? basename(folder),
    refused: cases.refused,
    skippedRows: skipped.length,
    seconds: (performance.now() - begun) / 1000,
  })
  io.stdout(reportTable(report))
  if (json !== undefined) write(json, `${JSON.stringify(report, null, 2)}\n`, io)
  if (html !== undefined) write(html, reportPage(report), io)
  return report
}

function write(file: string, text: string, io: CommandIo): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new CommandError(
      `${file}: cannot be written (${error instanceof Error ? error.message : error})`,
      1,
    )
  }
  io.stderr(`  wrote ${file}\n`)
}
