import { formatPercent, formatPercentRange } from '@propsight/shared/format'
import { CHART_COLORS, type ChartOption, chartTooltip, type RenderChartItem } from '@propsight/shared/ui'
import type { Group } from './hit-rates.ts'

const ROW_PX = 36
const FOOT_PX = 26
const NAMES_PX = 76
const COUNTS_PX = 68
const INTERVAL_PX = 10
const HAPPENED_PX = { width: 4, height: 16 }
const PROMISED_PX = 22
const PERCENT = 100
const { chalk, rule, text } = CHART_COLORS
const NAME = { fontSize: 12, interval: 0, color: text }

/** Height of the chart in pixels, one row per band. */
export const bandsHeight = (bands: readonly Group[]): number => bands.length * ROW_PX + FOOT_PX

/** A band: the interval as a bar, the observed rate as a thick mark, the forecast as a dashed tick. */
const renderBand: RenderChartItem = (_, api) => {
  const at = (dimension: number) => api.coord([api.value(dimension), api.value(0)])
  const [low = 0, y = 0] = at(1)
  const [high = 0] = at(2)
  const [observed = 0] = at(3)
  const [forecast = 0] = at(4)
  const { width, height } = HAPPENED_PX
  return {
    type: 'group',
    children: [
      {
        type: 'rect',
        shape: { x: low, y: y - INTERVAL_PX / 2, width: high - low, height: INTERVAL_PX, r: 2 },
        style: { fill: chalk, opacity: 0.3 },
      },
      {
        type: 'line',
        shape: { x1: forecast, y1: y - PROMISED_PX / 2, x2: forecast, y2: y + PROMISED_PX / 2 },
        style: { stroke: text, lineWidth: 1.5, lineDash: [3, 2] },
      },
      {
        type: 'rect',
        shape: { x: observed - width / 2, y: y - height / 2, width, height, r: 1 },
        style: { fill: chalk },
      },
    ],
  }
}

const tooltipLines = ({ forecast, observed, interval, decided }: Group): string[] => [
  `${formatPercent(forecast)} forecast`,
  `${formatPercent(observed)} of ${decided} happened (${formatPercentRange(interval)})`,
]

/** One row per band of confidence, on a scale from 0 to 100%. */
export function bandsOption(bands: readonly Group[]): ChartOption {
  const rows = { type: 'category', inverse: true, axisLine: { show: false } } as const
  return {
    grid: { left: NAMES_PX + 8, right: COUNTS_PX + 12, top: 0, bottom: FOOT_PX },
    xAxis: {
      type: 'value',
      min: 0,
      max: PERCENT,
      interval: 25,
      axisLabel: { formatter: '{value}%' },
      splitLine: { lineStyle: { color: rule } },
    },
    yAxis: [
      {
        ...rows,
        data: bands.map(({ name }) => name),
        axisLabel: { ...NAME, align: 'left', margin: NAMES_PX + 8 },
      },
      {
        ...rows,
        position: 'right',
        data: bands.map(({ hits, decided }) => `${hits} of ${decided}`),
        axisLabel: { ...NAME, align: 'right', margin: COUNTS_PX + 12 },
      },
    ],
    tooltip: chartTooltip('item', (index) => {
      const band = bands[index]
      return band ? tooltipLines(band) : []
    }),
    series: {
      type: 'custom',
      renderItem: renderBand,
      encode: { x: [1, 2, 3, 4], y: 0 },
      data: bands.map(({ interval, observed, forecast }, row) => [
        row,
        PERCENT * interval.low,
        PERCENT * interval.high,
        PERCENT * observed,
        PERCENT * forecast,
      ]),
    },
  }
}
