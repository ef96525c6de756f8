import { formatPercent, formatPercentRange } from '@propsight/shared/format'
import {
  CHART_COLORS,
  type ChartOption,
  chartLine,
  chartTooltip,
  type RenderChartItem,
} from '@propsight/shared/ui'
import type { Bin } from './calibration-bins.ts'
import { rangeText } from './labels.ts'

const GRID = { left: 36, right: 14, top: 30, bottom: 44 }
/** Radius of a dot in pixels; it grows with the square root of the number of forecasts. */
const LEAST_DOT = 3.5
const MOST_DOT = 13
const PERCENT = 100
const { chalk, surface, text } = CHART_COLORS

const AXIS = { type: 'value', min: 0, max: PERCENT, interval: 20, axisLabel: { fontSize: 12 } } as const

/** A range as a dot, with its interval as a vertical line. */
const renderBin: RenderChartItem = (_, api) => {
  const [x = 0, y = 0] = api.coord([api.value(0), api.value(1)])
  const [, low = 0] = api.coord([api.value(0), api.value(2)])
  const [, high = 0] = api.coord([api.value(0), api.value(3)])
  return {
    type: 'group',
    children: [
      { type: 'line', shape: { x1: x, y1: low, x2: x, y2: high }, style: { stroke: text, lineWidth: 1.5 } },
      {
        type: 'circle',
        shape: { cx: x, cy: y, r: Number(api.value(4)) },
        style: { fill: chalk, stroke: surface, lineWidth: 1.5 },
      },
    ],
  }
}

const tooltipLines = (bin: Bin): string[] => [
  `${rangeText(bin)}: ${formatPercent(bin.predicted)} forecast`,
  `${formatPercent(bin.happened)} of ${bin.n} happened (${formatPercentRange(bin.interval)})`,
]

/**
 * Predicted against observed shares in percent, in a square. On the diagonal, forecasts of 60% come true in 60%
 * of cases.
 */
export function calibrationOption(bins: readonly Bin[], width: number): ChartOption {
  const { left, right, top, bottom } = GRID
  const most = Math.max(1, ...bins.map(({ n }) => n))
  return {
    grid: GRID,
    xAxis: {
      ...AXIS,
      name: 'forecast, %',
      nameLocation: 'middle',
      nameGap: 28,
      splitLine: { show: true },
      axisLine: { show: false },
    },
    yAxis: {
      ...AXIS,
      name: 'happened, %',
      nameLocation: 'end',
      nameGap: 12,
      nameTextStyle: { align: 'left', padding: [0, 0, 0, -28] },
    },
    tooltip: chartTooltip('item', (index) => {
      const bin = bins[index]
      return bin ? tooltipLines(bin) : []
    }),
    series: [
      chartLine({ x: left, y: width - bottom }, { x: width - right, y: top }, chalk, 1.25),
      {
        type: 'custom',
        renderItem: renderBin,
        encode: { x: 0, y: [1, 2, 3] },
        data: bins.map(({ predicted, happened, interval, n }) => [
          PERCENT * predicted,
          PERCENT * happened,
          PERCENT * interval.low,
          PERCENT * interval.high,
          LEAST_DOT + (MOST_DOT - LEAST_DOT) * Math.sqrt(n / most),
        ]),
      },
    ],
  }
}
