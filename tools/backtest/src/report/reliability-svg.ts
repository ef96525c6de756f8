import { wilson } from '@propsight/shared/domain'
import type { ReliabilityBin } from '@propsight/shared/domain/engine'
import { count, percent } from './text-format.ts'

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
