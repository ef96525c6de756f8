import { FITTED } from '@propsight/shared/domain/engine'
import { CommandError, type Options } from '../options.ts'
import { type BacktestReport, backtestReport } from '../report/backtest-report.ts'
import { reportPage } from '../report/page.ts'
import { rowsCsv } from '../report/rows-csv.ts'
import { reportTable } from '../report/table.ts'
import { scoreCases } from '../score/score.ts'
import { checkNotFittedOn, trackRecordOf } from '../ship/track-record.ts'
import { writeFitted } from './ship-constants.ts'
import { collectInParallel } from './collect-in-parallel.ts'
import { dataName } from './data-name.ts'
import { type CommandIo, dayProgress } from './command-io.ts'
import { readTold } from './read-told.ts'
import { checkWritable, writeAsked } from './write-file.ts'

/** Judges the engine on a season's folder, prints the table and writes the requested files. */
export async function runBacktest(options: Options, io: CommandIo): Promise<void> {
  const begun = performance.now()
  const { from, to, json, html, rows } = options
  for (const file of [json, html, rows]) checkWritable(file)
  const { season, skipped, folder } = readTold(options.season, io)
  const days = new Set(
    season.games.map(({ date }) => date).filter((date) => date >= (from ?? '') && date <= (to ?? '9')),
  )
  if (days.size === 0)
    throw new CommandError(`${folder}: has no games from ${from ?? 'its first day'} to ${to ?? 'its last'}`)
  if (options.ship) checkNotFittedOn([...days].toSorted()[0] ?? '', FITTED.to)
  const cases = await collectInParallel({ folder, from, to, onDay: dayProgress(io, days.size) })
  const report = backtestReport(scoreCases(cases), {
    data: options.data ?? dataName(folder),
    refused: cases.refused,
    skippedRows: skipped.length,
    seconds: (performance.now() - begun) / 1000,
  })
  io.stdout(reportTable(report))
  if (json !== undefined) writeAsked(json, `${JSON.stringify(report, null, 2)}\n`, io)
  if (html !== undefined) writeAsked(html, reportPage(report), io)
  if (rows !== undefined) writeAsked(rows, rowsCsv(cases), io)
  if (options.ship) shipRecord(report, io)
}

/** Writes the figures into the engine as its track record, which the API serves. */
function shipRecord(report: BacktestReport, io: CommandIo): void {
  const today = new Date().toISOString().slice(0, 10)
  const file = writeFitted(
    {
      file: 'track-record',
      constant: 'TRACK_RECORD',
      type: 'TrackRecord',
      typeFrom: '../track-record.ts',
      what: 'How the shipped engine was judged. Written by `pnpm backtest --ship`, never by hand.',
      value: trackRecordOf(report, FITTED.to, today),
    },
    { data: report.data, from: report.from ?? '', to: report.to ?? '' },
  )
  io.stderr(`  wrote ${file}\n`)
}
