import { wilson } from '@propsight/shared/domain'
import type { LineupKnowledge, ReliabilityBin } from '@propsight/shared/domain/engine'
import type { IntervalCoverage, MarketScore, PitcherScore } from '../score/score.ts'
import { change, count, error, percent, score, signed, slope } from './table.ts'

/**
 * Layout in SVG units: a square plot of probabilities, bars with the count of each bin below it, the axis on
 * the left.
 */
const SIDE = 240
const LEFT = 34
const TOP = 8
const BARS_TOP = TOP + SIDE + 22
const BARS_HEIGHT = 44
const WIDTH = LEFT + SIDE + 18
const HEIGHT = BARS_TOP + BARS_HEIGHT + 18
/** Bins with fewer games are drawn pale and are not part of the curve. */
const FEW = 30
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1]

const x = (chance: number): number => round(LEFT + SIDE * chance)
const y = (chance: number): number => round(TOP + SIDE * (1 - chance))
const round = (value: number): number => Math.round(value * 10) / 10

interface FilledBin {
  readonly from: number
  readonly to: number
  readonly n: number
  readonly predicted: number
  readonly happened: number
}

/** Bins with at least one forecast. */
export const listFilledBins = (bins: readonly ReliabilityBin[]): FilledBin[] =>
  bins.flatMap(({ predicted, happened, ...bin }) =>
    predicted === null || happened === null ? [] : [{ ...bin, predicted, happened }],
  )

/**
 * Draws a reliability curve: the observed share by bin with 95% intervals, and the number of forecasts per
 * bin.
 * @param title text for screen readers
 */
export function reliabilitySvg(bins: readonly ReliabilityBin[], title: string): string {
  const filled = listFilledBins(bins)
  const points = filled.map(({ n, predicted, happened }) => {
    const interval = wilson(Math.round(happened * n), n) ?? { low: happened, high: happened }
    const pale = n < FEW ? ' pale' : ''
    return [
      `<line class="band${pale}" x1="${x(predicted)}" x2="${x(predicted)}" y1="${y(interval.low)}" y2="${y(interval.high)}"/>`,
      `<circle class="point${pale}" cx="${x(predicted)}" cy="${y(happened)}" r="4"><title>${percent(predicted)} said, ${percent(happened)} came, ${count(n)} games</title></circle>`,
    ].join('')
  })
  const path = filled
    .filter(({ n }) => n >= FEW)
    .map(({ predicted, happened }) => `${x(predicted)},${y(happened)}`)
    .join(' ')
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">`,
    ...TICKS.map(grid),
    `<line class="ideal" x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}"/>`,
    `<text x="${x(0) + 6}" y="${y(1) + 13}">came true ↑</text>`,
    `<text x="${x(1) - 6}" y="${y(0) - 6}" text-anchor="end">said →</text>`,
    `<polyline class="curve" points="${path}"/>`,
    ...points,
    ...countBars(filled),
    '</svg>',
  ].join('\n')
}

const grid = (tick: number): string =>
  [
    `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${y(0)}" y2="${y(1)}"/>`,
    `<line class="grid" x1="${x(0)}" x2="${x(1)}" y1="${y(tick)}" y2="${y(tick)}"/>`,
    `<text x="${x(tick)}" y="${y(0) + 14}" text-anchor="middle">${percent(tick, 0)}</text>`,
    `<text x="${LEFT - 6}" y="${y(tick) + 3.5}" text-anchor="end">${percent(tick, 0)}</text>`,
  ].join('')

function countBars(bins: readonly FilledBin[]): string[] {
  const most = Math.max(...bins.map(({ n }) => n))
  return bins.map(({ from, to, n }) => {
    const height = round((BARS_HEIGHT * n) / most)
    const bottom = BARS_TOP + BARS_HEIGHT
    return [
      `<rect class="count" x="${x(from) + 1}" y="${bottom - height}" width="${round(SIDE * (to - from)) - 2}" height="${height}"/>`,
      `<text x="${x((from + to) / 2)}" y="${bottom + 12}" text-anchor="middle">${shortCount(n)}</text>`,
    ].join('')
  })
}

/** 2113 → 2.1k, so that ten counts fit in one row. */
const shortCount = (n: number): string => (n < 1000 ? String(n) : `${round(n / 1000)}k`)

type Cell = string | { readonly text: string; readonly best: boolean }

/** A table with row headers in the first column, in a scroll container. */
export function table(caption: string, head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell, column: number): string => {
    if (typeof value !== 'string') return `<td${value.best ? ' class="best"' : ''}>${value.text}</td>`
    return column === 0 ? `<th scope="row">${value}</th>` : `<td>${value}</td>`
  }
  return [
    `<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table>`,
    `<thead><tr>${head.map((each) => `<th scope="col">${each}</th>`).join('')}</tr></thead>`,
    `<tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</tbody>`,
    '</table></div>',
  ].join('\n')
}

/** Four scores with the smallest one highlighted. */
const scores = ({ base, lastTen, season, engine }: MarketScore['brier']): Cell[] => {
  const all = [base, lastTen, season, engine]
  return all.map((each) => ({ text: score(each), best: each === Math.min(...all) }))
}

/** Brier scores, gains and calibration by market, for a known or unknown batting order. */
export const marketTable = (markets: readonly MarketScore[], lineup: LineupKnowledge): string =>
  table(
    `Scores with the batting order ${lineup}`,
    [
      'line',
      'games',
      'went over',
      'base rate',
      'last ten',
      'season',
      'engine',
      'over last ten',
      'over season',
      'calibration error',
      'of a perfect forecaster',
      'bias',
      'slope',
    ],
    markets
      .filter((row) => row.lineup === lineup)
      .map((row) => [
        row.market,
        count(row.n),
        percent(row.baseRate),
        ...scores(row.brier),
        change(row.skill.lastTen),
        change(row.skill.season),
        score(row.ece),
        score(row.perfectEce),
        signed(row.bias),
        slope(row.slope),
      ]),
  )

export const lossTable = (markets: readonly MarketScore[], lineup: LineupKnowledge): string =>
  table(
    `Logarithmic loss with the batting order ${lineup}`,
    ['line', 'base rate', 'last ten', 'season', 'engine'],
    markets.filter((row) => row.lineup === lineup).map((row) => [row.market, ...scores(row.logLoss)]),
  )

export const pitcherTable = (rows: readonly PitcherScore[]): string =>
  table(
    'Starting pitchers',
    [
      'stat',
      'earlier starts',
      'starts',
      'off by, season mean',
      'off by, engine',
      'gain',
      'RMSE season',
      'RMSE engine',
    ],
    rows.map(({ stat, sumEarlierStarts, n, mae, rmse }) => [
      stat,
      `${sumEarlierStarts} or more`,
      count(n),
      error(mae.season),
      { text: error(mae.engine), best: mae.engine <= mae.season },
      change(1 - mae.engine / mae.season),
      error(rmse.season),
      error(rmse.engine),
    ]),
  )

/** Share of outcomes inside the 80% intervals of pitchers. */
export const intervalTable = (rows: readonly IntervalCoverage[]): string =>
  table(
    'Starting pitchers, outcomes inside the 80% interval',
    ['stat', 'starts', 'inside'],
    rows.map(({ stat, n, coverage }) => [stat, count(n), percent(coverage)]),
  )

/** The figures of a reliability curve. */
export const binTable = (bins: readonly ReliabilityBin[], market: string): string =>
  table(
    `${market}, bin by bin`,
    ['said', 'mean', 'came', 'games'],
    listFilledBins(bins).map(({ from, to, n, predicted, happened }) => [
      `${percent(from, 0)} to ${percent(to, 0)}`,
      percent(predicted),
      percent(happened),
      count(n),
    ]),
  )
