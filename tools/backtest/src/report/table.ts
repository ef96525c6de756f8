import { ENGINE_VERSION, type LineupKnowledge, type PooledGain } from '@propsight/shared/domain/engine'
import type { Cases } from '../score/cases.ts'
import { MARKETS, PITCHER_STATS } from '../score/markets.ts'
import type { MarketScore, PitcherScore, Scores } from '../score/score.ts'

const COLUMNS = 'date,gameId,playerId,market,outcome,base,lastTen,season,engineKnown,engineUnknown'

/**
 * All judged forecasts with their outcomes as CSV, unrounded, so that every figure of the report can be
 * recomputed. Forecasts without a known outcome are left out. Rows of pitchers have expected values instead of probabilities.
 */
export function rowsCsv(
  { batters, pitchers }: Cases,
  names: readonly string[] = MARKETS.map(({ name }) => name),
): string {
  const lines = [COLUMNS]
  for (const { date, gameId, playerId, over, base, lastTen, season, known, unknown } of batters)
    for (const [market, name] of names.entries()) {
      if (Number.isNaN(over[market] ?? Number.NaN)) continue
      const figures = [over, base, lastTen, season, known, unknown].map((each) => each[market])
      lines.push([date, gameId, playerId, name, ...figures].join(','))
    }
  for (const { date, gameId, playerId, actual, season, engine, unknown } of pitchers)
    for (const [at, stat] of PITCHER_STATS.entries())
      lines.push(
        [date, gameId, playerId, stat, actual[at], '', '', season[at], engine[at], unknown[at]].join(','),
      )
  return `${lines.join('\n')}\n`
}

/** The result of a backtest. */
export interface BacktestReport extends Scores {
  /** Name of the data. */
  readonly data: string
  /** Version of the engine that was judged. */
  readonly engine: string
  /** Years of the earlier seasons that forecasts used. */
  readonly earlierSeasons: readonly number[]
  /** Forecasts that the engine refused; the base rate or the season mean replaces them. */
  readonly refused: number
  /** Invalid lines of the folder. */
  readonly skippedRows: number
  /** One message per column of counts that is missing, or blank in all or some lines. */
  readonly blanks: readonly string[]
  readonly seconds: number
}

interface RunFacts {
  readonly data: string
  /** Version of the engine; without it, that of baseball. */
  readonly engine?: string
  readonly earlierSeasons: readonly number[]
  readonly refused: number
  readonly skippedRows: number
  readonly blanks: readonly string[]
  readonly seconds: number
}

export const backtestReport = (scores: Scores, run: RunFacts): BacktestReport => ({
  data: run.data,
  engine: run.engine ?? ENGINE_VERSION,
  earlierSeasons: run.earlierSeasons,
  ...scores,
  refused: run.refused,
  skippedRows: run.skippedRows,
  blanks: run.blanks,
  seconds: Math.round(run.seconds * 10) / 10,
})

/**
 * Formats rows as a text table: the first column left-aligned, the others right-aligned. An empty row is a
 * blank line.
 */
export function formatColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length)
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd()
  return rows.map((row) => `  ${line(row)}`.trimEnd()).join('\n')
}

const plain = (value: number, digits: number): string => value.toFixed(digits)

/** Text for a missing figure. */
const NONE = '–'

const formatFinite = (value: number, write: (value: number) => string): string =>
  Number.isFinite(value) ? write(value) : NONE

/** 0.2238 */
export const score = (value: number): string => formatFinite(value, (finite) => plain(finite, 4))
/** 1.776 */
export const error = (value: number): string => formatFinite(value, (finite) => plain(finite, 3))
/** 0.98 */
export const slope = (value: number): string => formatFinite(value, (finite) => plain(finite, 2))
/** 65.7% */
export const percent = (share: number, digits = 1): string =>
  formatFinite(share, (finite) => `${plain(100 * finite, digits)}%`)
/** +0.61% or −0.61%, always with a sign. */
export const change = (share: number, digits = 2): string =>
  formatFinite(share, (finite) => `${finite < 0 ? '−' : '+'}${plain(100 * Math.abs(finite), digits)}%`)
/** +0.0040 or −0.0040 */
export const signed = (value: number): string =>
  formatFinite(value, (finite) => `${finite < 0 ? '−' : '+'}${plain(Math.abs(finite), 4)}`)
/** 6,476 */
export const count = (value: number): string => value.toLocaleString('en-US')

/** Sentences about counts that the data lack and the markets that are left out for them. */
export const describeBlanks = ({ blanks, leftOut }: BacktestReport): string[] => [
  ...blanks.map((blank) => `${blank}.`),
  ...(leftOut.length > 0 ? [`Left out, because the data lack their counts: ${leftOut.join(', ')}.`] : []),
]

/** The words of a sport in the report. */
export interface ReportWords {
  readonly judged: string
  /** What is known or unknown before a game. */
  readonly lineup: string
  readonly intervals: string
  /** The markets whose bias by month is printed. */
  readonly monthly: (market: string) => boolean
}

const BASEBALL_WORDS: ReportWords = {
  judged: 'Starters who do not pitch, with ten earlier starts.',
  lineup: 'Batting order',
  intervals: 'Starting pitchers',
  monthly: () => true,
}

/** The report as text for a terminal, for baseball at most 110 characters wide. */
export function reportTable(report: BacktestReport, words = BASEBALL_WORDS): string {
  const { from, to, days, data, earlierSeasons, engine, refused, skippedRows, seconds } = report
  const when = from === null ? 'no judged game' : `${from} to ${to}, ${days} ${days === 1 ? 'day' : 'days'}`
  const lineups: readonly LineupKnowledge[] = ['known', 'unknown']
  const notes = [
    ...describeBlanks(report),
    refused > 0 ? `${count(refused)} forecasts were refused; base rate or season mean replace them.` : '',
    skippedRows > 0
      ? `${count(skippedRows)} ${skippedRows === 1 ? 'line of the folder was' : 'lines of the folder were'} skipped.`
      : '',
    'ECE: calibration error; perfect: the one that a perfect forecaster exceeds in one of twenty cases.',
    'Covered: groups of 200 similar forecasts whose share of overs is within their 80% interval.',
    `${seconds} s`,
  ]
  return [
    `${data}${earlierSeasons.length > 0 ? ` with ${earlierSeasons.join(', ')}` : ''} · ${when} · engine ${engine}`,
    `${words.judged} Nothing of a game’s own day or later is used.`,
    ...lineups.flatMap((lineup) => lineupTables(report, lineup, words)),
    ...monthTable(report, words),
    ...pitcherTables(report),
    '',
    `${words.intervals}: share of outcomes inside the 80% interval`,
    formatColumns([
      ['', 'n', 'inside'],
      ...report.pitcherIntervals.map(({ stat, n, coverage }) => [stat, count(n), percent(coverage)]),
    ]),
    '',
    ...notes.filter((note) => note !== ''),
    '',
  ].join('\n')
}

/** The errors of pitchers; nothing for a sport without them. */
const pitcherTables = ({ pitchers, pitchersByStarts }: BacktestReport): string[] =>
  pitchers.length === 0
    ? []
    : [
        '',
        'Starting pitchers: how far the expected value was off, batting order of the opponent known',
        pitcherTable([...pitchers, ...pitchersByStarts]),
      ]

function lineupTables(report: BacktestReport, lineup: LineupKnowledge, words: ReportWords): string[] {
  const rows = report.markets.filter((row) => row.lineup === lineup)
  const pooled = report.pooled.find((row) => row.lineup === lineup)
  return [
    '',
    `${words.lineup} ${lineup} · Brier score, and the engine’s gain over each (higher is better)`,
    brierTable(rows, pooled),
    '',
    `${words.lineup} ${lineup} · logarithmic loss, and calibration`,
    formatColumns([
      ['', 'base', 'last 10', 'season', 'engine', 'ECE', 'perfect', 'bias', 'slope', 'covered'],
      ...rows.map(({ market, logLoss, ece, perfectEce, bias, slope: tilt, coverage }) => [
        market,
        score(logLoss.base),
        score(logLoss.lastTen),
        score(logLoss.season),
        score(logLoss.engine),
        score(ece),
        score(perfectEce),
        signed(bias),
        slope(tilt),
        percent(coverage),
      ]),
    ]),
  ]
}

function brierTable(rows: readonly MarketScore[], pooled: PooledGain | undefined): string {
  const all = pooled
    ? [
        `All lines over the shrunk season rate: ${change(pooled.gain)}`,
        ` (95% interval ${change(pooled.low)} to ${change(pooled.high)}, bootstrap by day)`,
      ].join('')
    : ''
  const table = formatColumns([
    ['', 'n', 'over', 'base', 'last 10', 'season', 'engine', '› base', '› last 10', '› season'],
    ...rows.map(({ market, n, baseRate, brier, skill }) => [
      market,
      count(n),
      percent(baseRate),
      score(brier.base),
      score(brier.lastTen),
      score(brier.season),
      score(brier.engine),
      change(skill.base),
      change(skill.lastTen),
      change(skill.season),
    ]),
  ])
  return `${table}\n  ${all}`
}

/** Bias by month, also for a part of a season. */
function monthTable({ months, markets }: BacktestReport, { lineup: what, monthly }: ReportWords): string[] {
  if (months.length === 0) return []
  const names = markets.filter(({ lineup }) => lineup === 'known').map(({ market }) => market)
  const shown = (_: unknown, at: number) => monthly(names[at] ?? '')
  return [
    '',
    `Bias by month, ${what.toLowerCase()} known`,
    formatColumns([
      ['', 'n', ...names.filter(shown)],
      ...months.map(({ month, n, bias }) => [month, count(n), ...bias.filter(shown).map(signed)]),
    ]),
  ]
}

const pitcherTable = (rows: readonly PitcherScore[]): string =>
  formatColumns([
    ['', 'starts', 'n', 'MAE season', 'engine', 'gain', 'unknown', 'RMSE season', 'engine', 'gain', 'bias'],
    ...rows.map(({ stat, sumEarlierStarts, n, mae, maeUnknown, rmse, bias }) => [
      stat,
      `${sumEarlierStarts}+`,
      count(n),
      error(mae.season),
      error(mae.engine),
      change(1 - mae.engine / mae.season),
      change(1 - maeUnknown / mae.season),
      error(rmse.season),
      error(rmse.engine),
      change(1 - rmse.engine / rmse.season),
      signed(bias),
    ]),
  ])
