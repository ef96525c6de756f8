import type { LineupKnowledge, PooledGain } from '@propsight/shared/domain/engine'
import type { MarketScore, PitcherScore } from '../score/score.ts'
import type { BacktestReport } from './backtest-report.ts'

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

/** The report as text for a terminal, at most 110 characters wide. */
export function reportTable(report: BacktestReport): string {
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
    'Starters who do not pitch, with ten earlier starts. Nothing of a game’s own day or later is used.',
    ...lineups.flatMap((lineup) => lineupTables(report, lineup)),
    ...monthTable(report),
    '',
    'Starting pitchers: how far the expected value was off, batting order of the opponent known',
    pitcherTable([...report.pitchers, ...report.pitchersByStarts]),
    '',
    'Starting pitchers: share of outcomes inside the 80% interval',
    formatColumns([
      ['', 'n', 'inside'],
      ...report.pitcherIntervals.map(({ stat, n, coverage }) => [stat, count(n), percent(coverage)]),
    ]),
    '',
    ...notes.filter((note) => note !== ''),
    '',
  ].join('\n')
}

function lineupTables(report: BacktestReport, lineup: LineupKnowledge): string[] {
  const rows = report.markets.filter((row) => row.lineup === lineup)
  const pooled = report.pooled.find((row) => row.lineup === lineup)
  return [
    '',
    `Batting order ${lineup} · Brier score, and the engine’s gain over each (higher is better)`,
    brierTable(rows, pooled),
    '',
    `Batting order ${lineup} · logarithmic loss, and calibration`,
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
const monthTable = ({ months, markets }: BacktestReport): string[] =>
  months.length === 0
    ? []
    : [
        '',
        'Bias by month, batting order known',
        formatColumns([
          ['', 'n', ...markets.filter(({ lineup }) => lineup === 'known').map(({ market }) => market)],
          ...months.map(({ month, n, bias }) => [month, count(n), ...bias.map(signed)]),
        ]),
      ]

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
