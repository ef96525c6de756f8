import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { FITTED, TRACK_RECORD } from '@propsight/shared/domain/engine'
import { CommandError, EXIT, type Options } from '../options.ts'
import { reportPage } from '../report/page.ts'
import { type BacktestReport, backtestReport, reportTable, rowsCsv } from '../report/table.ts'
import { runSample, SAMPLE_DAYS, sampleTable } from '../sample/run-sample.ts'
import type { BatterCase, Cases } from '../score/cases.ts'
import { comparePairs, comparisonTable, type Pair } from '../score/compare.ts'
import { MARKETS } from '../score/markets.ts'
import { scoreCases } from '../score/score.ts'
import {
  type CommandIo,
  checkWritable,
  dataName,
  dayProgress,
  loadSeason,
  withEarlier,
  writeOutput,
} from './command-io.ts'
import { fitParts, loadFit } from './run-fit.ts'
import {
  checkShippable,
  type EngineConstants,
  readConstants,
  trackRecordOf,
  writeFitted,
} from './ship-constants.ts'
import type { Answer, Work } from './worker.ts'

/** Each worker reads the whole folder, so more than four workers gain no time. */
const MOST_WORKERS = 4

export interface CollectOptions extends Pick<Work, 'folder' | 'earlier' | 'constants'> {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Called for every judged day, in any order. */
  readonly onDay: (date: string) => void
}

/**
 * Runs `collectCases` in parallel workers. Each worker walks the whole season and judges its share of the
 * days.
 */
export async function collectInParallel({ onDay, from, to, ...inputs }: CollectOptions): Promise<Cases> {
  const of = Math.min(MOST_WORKERS, availableParallelism())
  const shares = await Promise.all(
    Array.from({ length: of }, (_, part) => collectShare({ ...inputs, from, to, part, of }, onDay)),
  )
  const byDay = (a: { date: string }, b: { date: string }) => a.date.localeCompare(b.date)
  return {
    batters: shares.flatMap(({ batters }) => batters).toSorted(byDay),
    pitchers: shares.flatMap(({ pitchers }) => pitchers).toSorted(byDay),
    refused: shares.reduce((sum, { refused }) => sum + refused, 0),
    // Every worker reads the whole season.
    leftOut: shares[0]?.leftOut ?? [],
  }
}

const collectShare = (work: Work, onDay: (date: string) => void): Promise<Cases> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: work })
    worker.on('message', (answer: Answer) => {
      if ('date' in answer) onDay(answer.date)
      else resolve(answer.cases)
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('a worker ended before its days were judged')))
  })

/** Judges the engine on the sample league, whose true probabilities are known, and prints the table. */
export async function runSampleBacktest({ json }: Options, io: CommandIo): Promise<void> {
  checkWritable(json)
  const result = runSample({ onDay: dayProgress(io, SAMPLE_DAYS.length) })
  io.stdout(sampleTable(result))
  if (json !== undefined) writeOutput(json, `${JSON.stringify(result, null, 2)}\n`, io)
}

/** Judges the engine on a season's folder, prints the table and writes the requested files. */
export async function runBacktest(options: Options, io: CommandIo): Promise<void> {
  const begun = performance.now()
  const { from, to, json, html, rows } = options
  for (const file of [json, html, rows]) checkWritable(file)
  const constants = options.constants === undefined ? undefined : readConstants(options.constants)
  if (options.season.length > 1)
    throw new CommandError('--season names several folders; a backtest of baseball has one')
  const { season, skipped, blanks, folder } = loadSeason(options.season[0], io)
  const past = options.earlier.map((each) => ({ folder: each, rows: loadSeason(each, io).season }))
  const years = (withEarlier(season, past).earlier ?? []).map(({ year }) => year)
  const days = new Set(
    season.games.map(({ date }) => date).filter((date) => date >= (from ?? '') && date <= (to ?? '9')),
  )
  if (days.size === 0)
    throw new CommandError(`${folder}: has no games from ${from ?? 'its first day'} to ${to ?? 'its last'}`)
  if (options.ship) checkShippable(options, [...days].toSorted(), FITTED)
  const cases = await collectInParallel({
    folder,
    earlier: options.earlier,
    constants,
    from,
    to,
    onDay: dayProgress(io, days.size),
  })
  const report = backtestReport(scoreCases(cases), {
    data: options.data ?? dataName(folder),
    earlierSeasons: years,
    refused: cases.refused,
    skippedRows: skipped.length,
    blanks,
    seconds: (performance.now() - begun) / 1000,
  })
  io.stdout(reportTable(report))
  if (json !== undefined) writeOutput(json, `${JSON.stringify(report, null, 2)}\n`, io)
  if (html !== undefined) writeOutput(html, reportPage(report), io)
  if (rows !== undefined) writeOutput(rows, rowsCsv(cases), io)
  if (options.ship) shipRecord(report, io)
}

/** Writes the figures into the engine as its track record, which the API serves. */
function shipRecord(report: BacktestReport, io: CommandIo): void {
  const today = new Date().toISOString().slice(0, 10)
  const record = trackRecordOf(report, FITTED, today, TRACK_RECORD)
  const windows = [record, record.pitchersWindow ?? record]
  const file = writeFitted(
    {
      file: 'track-record',
      what: 'How the shipped engine was judged. Written by `npm run backtest -- --ship`, never by hand.',
      value: record,
    },
    {
      data: [...new Set(windows.map(({ data }) => data))].join('; '),
      from: windows.map(({ from }) => from).toSorted()[0] ?? '',
      to:
        windows
          .map(({ to }) => to)
          .toSorted()
          .at(-1) ?? '',
    },
  )
  io.stderr(`  wrote ${file}\n`)
}

/**
 * Fits the constants of forecasts without the last season and compares them on it with the shipped ones.
 * @throws CommandError when they are worse
 */
export async function judgeOnLast(options: Options, folder: string, io: CommandIo): Promise<void> {
  const { season } = loadFit(options, io)
  const until = season.games.at(-1)?.date ?? ''
  // Entries are not part of a backtest.
  const only = options.only.filter((part) => part !== 'dependence')
  const say = (part: string) => io.stderr(`  fitting ${part} without ${dataName(folder)}\n`)
  const parts = [...fitParts(season, until, say, () => undefined, only)]
  const constants = Object.fromEntries(parts.map(({ file, value }) => [file, value]))
  const { season: last } = loadSeason(folder, io)
  const { calibration } = FITTED
  if (calibration.to >= (last.games[0]?.date ?? ''))
    io.stdout(`The shipped constants were fitted to ${calibration.to}, on days of ${dataName(folder)}.\n`)
  const earlier = [...options.season, ...options.earlier]
  const days = new Set(last.games.map(({ date }) => date)).size
  const judge = (judged: EngineConstants | undefined) =>
    collectInParallel({ folder, earlier, constants: judged, onDay: dayProgress(io, days) })
  const made = await judge(constants as unknown as EngineConstants)
  const names = MARKETS.map(({ name }) => name)
  refuseWorse(pairCases(made, await judge(undefined), names), dataName(folder), io)
}

/** The same judged games under two engines, as pairs. Games that one of them lacks are left out. */
export function pairCases(own: Cases, other: Cases, names: readonly string[]): Pair[] {
  const keyOf = ({ gameId, playerId }: BatterCase): string => `${gameId}|${playerId}`
  const others = new Map(other.batters.map((each) => [keyOf(each), each]))
  return own.batters.flatMap((each) => {
    const same = others.get(keyOf(each))
    return names.flatMap((market, at): Pair[] => {
      const pair = {
        date: each.date,
        market,
        over: each.over[at] ?? Number.NaN,
        own: each.known[at] ?? Number.NaN,
        other: same?.known[at] ?? Number.NaN,
      }
      return [pair.over, pair.own, pair.other].some(Number.isNaN) ? [] : [pair]
    })
  })
}

/**
 * Prints how new constants did on a season that they were not fitted on, compared with the shipped ones.
 * @throws CommandError when their Brier score over all markets is worse
 */
export function refuseWorse(pairs: readonly Pair[], data: string, io: Pick<CommandIo, 'stdout'>): void {
  const comparisons = comparePairs(pairs)
  io.stdout(`${comparisonTable(`On ${data}, not part of the fit`, ['new', 'shipped'], comparisons)}\n`)
  const worse = comparisons[0]?.brier.difference.estimate
  if (worse === undefined || Number.isNaN(worse)) throw new CommandError(`no game of ${data} could be judged`)
  if (worse > 0)
    throw new CommandError(`the new constants are worse on ${data}: the shipped ones stay`, EXIT.failed)
}
