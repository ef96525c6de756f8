import { formatPercent, formatPercentRange } from '@propsight/shared/format'
import {
  CHART_COLORS,
  Chart,
  type ChartOption,
  chartLine,
  chartTooltip,
  Panel,
  type RenderChartItem,
  Segmented,
  Select,
  Table,
  type TableColumn,
} from '@propsight/shared/ui'
import { useCallback, useMemo, useState } from 'react'
import { type Bin, binsOf, type Lineup, type Market } from './calibration-bins.ts'
import { marketText, rangeText, signedPercent } from './labels.ts'
import styles from './track-record.module.css'

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
function calibrationOption(bins: readonly Bin[], width: number): ChartOption {
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

/** Text alternative of the chart: the ranges, and how many of them deviate by more than chance explains. */
export function describeBins(bins: readonly Bin[], about: string): string {
  const missed = bins.filter((bin) => bin.missed).length
  const ranges = bins
    .map((bin) => `${rangeText(bin)} came true ${formatPercent(bin.happened)} of ${bin.n}`)
    .join('; ')
  return `${about}: predicted against happened in ${bins.length} ranges, ${missed} of them off by more than chance explains. ${ranges}`
}

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const
type ChartView = (typeof VIEWS)[number]['value']
const LINEUPS = [
  { value: 'known', label: 'Order known' },
  { value: 'unknown', label: 'Order unknown' },
] as const
const POOLED = 'pooled'

const COLUMNS: readonly TableColumn<Bin>[] = [
  { head: 'Range', rowHeader: true, cell: rangeText },
  { head: 'Count', numeric: true, cell: ({ n }) => n },
  { head: 'Forecast', numeric: true, cell: ({ predicted }) => formatPercent(predicted) },
  {
    head: 'Happened',
    numeric: true,
    cell: ({ happened }) => formatPercent(happened),
    cellClass: () => 'u-fig',
  },
  { head: '95% interval', numeric: true, cell: ({ interval }) => formatPercentRange(interval) },
  {
    head: 'Apart',
    numeric: true,
    wide: true,
    cell: ({ happened, predicted, missed }) =>
      `${signedPercent(happened - predicted, 1)}${missed ? ', more than chance' : ''}`,
  },
]

interface CalibrationProps {
  markets: readonly Market[]
  lineup: Lineup
  onLineup(lineup: Lineup): void
}

/** Predicted against observed shares, for one market or all markets, as a chart or a table. */
export function Calibration({ markets, lineup, onLineup }: CalibrationProps) {
  const [market, setMarket] = useState(POOLED)
  const [view, setView] = useState<ChartView>('chart')
  const chosen = market === POOLED ? markets : markets.filter((one) => one.market === market)
  const bins = useMemo(() => binsOf(chosen), [chosen])
  const optionOf = useCallback((width: number) => calibrationOption(bins, width), [bins])
  const about = market === POOLED ? 'All markets together' : marketText(market)
  const options = [
    { value: POOLED, label: 'All markets' },
    ...markets.map((one) => ({ value: one.market, label: marketText(one.market) })),
  ]
  return (
    <Panel
      title="Forecast and result"
      className={styles.panel}
      actions={
        <>
          <Select label="Market" options={options} value={market} onChange={setMarket} />
          <Segmented<Lineup>
            label="Batting order"
            options={LINEUPS}
            value={lineup}
            onChange={onLineup}
            tight
          />
          <Segmented<ChartView> label="View" options={VIEWS} value={view} onChange={setView} tight />
        </>
      }
    >
      {view === 'chart' ? (
        <div className={styles.chart}>
          <Chart
            label={describeBins(bins, about)}
            heightOf={(width) => width}
            optionOf={optionOf}
            classOf={() => styles.curve}
          />
          <p>
            On the diagonal, a forecast of 60% comes true six times of ten. A dot is a range of ten points,
            larger with more forecasts; its whisker is the 95% interval of how often it came true, as if games
            were independent.{' '}
            {market === POOLED && 'Markets of one game depend on each other, so the true interval is wider.'}
          </p>
        </div>
      ) : (
        <Table
          label={`${about}: forecast and result`}
          columns={COLUMNS}
          rows={bins}
          keyOf={({ from }) => from}
        />
      )}
    </Panel>
  )
}
