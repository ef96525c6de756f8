import {
  CHART_COLORS,
  CHART_FONT,
  Chart,
  type ChartOption,
  chartTooltip,
  type RenderChartItem,
} from '@propsight/shared/ui'
import { useCallback } from 'react'
import { dateText } from '../../state/parlay-text.ts'
import type { ProfitPoint } from './parlay-record.ts'
import styles from './track.module.css'
import { profitText } from './track-labels.ts'

const HEIGHT_PX = 240
/** Least vertical distance of the labels at the ends of the lines. */
const LABEL_GAP_PX = 16
const LABEL_DISTANCE_PX = 8
const { chalk, text } = CHART_COLORS
const DASH = [5, 4]
const KINDS = [
  { key: 'recommended', name: 'recommended', style: { stroke: text, lineWidth: 1.75, lineDash: DASH } },
  { key: 'flat', name: 'one unit each', style: { stroke: chalk, lineWidth: 1.75 } },
] as const

function signOf(units: number): string {
  if (units > 0) return '+'
  return units < 0 ? '−' : ''
}

const tickText = (units: number): string => `${signOf(units)}${Math.round(Math.abs(units) * 100) / 100}`

/** Moves the label of a line away from the label of the other line, in pixels from the top. */
export function labelY(own: number, other: number, isUpper: boolean): number {
  const apart = Math.max(0, LABEL_GAP_PX - Math.abs(own - other)) / 2
  return own + (isUpper ? -apart : apart)
}

type Kind = (typeof KINDS)[number]

/** Draws a whole line with its label at the first item of a series; the others are for its tooltips. */
const renderLine =
  ({ key, name, style }: Kind, profit: readonly ProfitPoint[]): RenderChartItem =>
  ({ dataIndex, coordSys }, api) => {
    if (dataIndex > 0) return null
    const yOf = (units: number) => api.coord([0, units])[1] ?? 0
    const points = [[api.coord([0, 0])[0] ?? 0, yOf(0)]]
    for (const [at, point] of profit.entries()) {
      const x = api.coord([at + 1, 0])[0] ?? 0
      points.push([x, points.at(-1)?.[1] ?? 0], [x, yOf(point[key])])
    }
    const last = profit.at(-1) ?? { flat: 0, recommended: 0 }
    const own = yOf(last[key])
    const other = yOf(key === 'flat' ? last.recommended : last.flat)
    const isUpper = key === 'flat' ? own <= other : own < other
    const [, zeroY = 0] = api.coord([0, 0])
    const { x = 0, width = 0 } = coordSys as { x?: number; width?: number }
    return {
      type: 'group',
      children: [
        {
          type: 'line',
          shape: { x1: x, y1: zeroY, x2: x + width, y2: zeroY },
          style: { stroke: chalk, lineWidth: 1.25 },
        },
        { type: 'polyline', shape: { points }, style: { ...style, fill: 'none' } },
        {
          type: 'text',
          x: x + width + LABEL_DISTANCE_PX,
          y: labelY(own, other, isUpper),
          style: { text: name, fill: text, fontSize: 12, fontFamily: CHART_FONT, verticalAlign: 'middle' },
        },
      ],
    }
  }

/**
 * The cumulative profit after each parlay as a step chart from zero: one unit each solid, recommended units
 * dashed. The scale always includes zero.
 */
export function profitOption(profit: readonly ProfitPoint[]): ChartOption {
  const dayOf = (at: number) => dateText(profit[Math.max(0, at - 1)]?.settledAt ?? '')
  return {
    grid: { left: 48, right: 104, top: 12, bottom: 28 },
    xAxis: {
      type: 'value',
      min: 0,
      max: profit.length,
      interval: profit.length,
      axisLabel: { formatter: dayOf, alignMinLabel: 'left', alignMaxLabel: 'right', margin: 10 },
      splitLine: { show: false },
    },
    yAxis: { type: 'value', splitNumber: 4, axisLabel: { formatter: tickText, fontSize: 12 } },
    tooltip: chartTooltip('axis', (at) => {
      const point = profit[at]
      if (!point) return []
      return [
        `Parlay ${at + 1}, ${dateText(point.settledAt)}`,
        `${profitText(point.flat)} at one unit each`,
        `${profitText(point.recommended)} recommended`,
      ]
    }),
    series: KINDS.map((kind) => ({
      type: 'custom',
      name: kind.name,
      renderItem: renderLine(kind, profit),
      encode: { x: 0, y: 1 },
      data: profit.map((point, at) => [at + 1, point[kind.key]]),
    })),
  }
}

/** The content of the chart as one sentence, for assistive technology. */
export function describeProfit(profit: readonly ProfitPoint[]): string {
  const first = profit[0]
  const last = profit.at(-1)
  if (!first || !last) return 'No profit yet'
  return `Profit after ${profit.length} parlays, ${dateText(first.settledAt)} to ${dateText(last.settledAt)}: ${profitText(last.flat)} at one unit each, ${profitText(last.recommended)} at the recommended units`
}

const heightOf = () => HEIGHT_PX

/** The profit of the parlays with a public payout over time. */
export function ProfitChart({ profit }: { profit: readonly ProfitPoint[] }) {
  const optionOf = useCallback(() => profitOption(profit), [profit])
  return (
    <Chart
      label={describeProfit(profit)}
      heightOf={heightOf}
      optionOf={optionOf}
      classOf={() => styles.profit}
    />
  )
}
