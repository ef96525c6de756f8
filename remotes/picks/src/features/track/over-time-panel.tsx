import { formatPercent, formatPercentRange, longDayText } from '@propsight/shared/format'
import { Table, type TableColumn } from '@propsight/shared/ui'
import { useMemo } from 'react'
import { ChartPanel } from './chart-panel.tsx'
import type { DayGroup } from './hit-rates.ts'
import { StepChart, type StepDrawing } from './step-chart.tsx'
import styles from './track.module.css'
import { SHOWN_ROWS } from './track-labels.ts'

const PERCENT = 100

/** The share of lines that came true up to each day, with its interval, and the average forecast. */
export const rateDrawing = (days: readonly DayGroup[]): StepDrawing => ({
  steps: days.map(({ name, decided, hits, observed, forecast, interval, ofDay }) => ({
    date: longDayText(name),
    solid: PERCENT * observed,
    dashed: PERCENT * forecast,
    interval: { low: PERCENT * interval.low, high: PERCENT * interval.high },
    tooltip: [
      `${longDayText(name)}: ${ofDay.hits} of ${ofDay.decided}`,
      `${hits} of ${decided} so far, ${formatPercent(observed)} (${formatPercentRange(interval)})`,
      `${formatPercent(forecast)} forecast`,
    ],
  })),
  names: { solid: 'came true', dashed: 'forecast' },
  axis: { min: 0, max: PERCENT, interval: 25, format: (percent) => `${percent}%` },
})

/** The content of the chart as one sentence, for assistive technology. */
export function describeRate(days: readonly DayGroup[]): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return 'No record yet'
  const { hits, decided, observed, interval, forecast } = last
  return `Record from ${longDayText(first.name)} to ${longDayText(last.name)}: ${hits} of ${decided} came true, ${formatPercent(observed)} (95% interval ${formatPercentRange(interval)}); ${formatPercent(forecast)} was forecast`
}

const DAY_COLUMNS: readonly TableColumn<DayGroup>[] = [
  { head: 'Day', rowHeader: true, cell: ({ name }) => longDayText(name) },
  {
    head: 'That day',
    numeric: true,
    cell: ({ ofDay }) => `${ofDay.hits} of ${ofDay.decided}`,
    cellClass: () => 'u-nowrap',
  },
  {
    head: 'So far',
    numeric: true,
    cell: ({ hits, decided }) => `${hits} of ${decided}`,
    cellClass: () => 'u-nowrap',
  },
  {
    head: 'Came true',
    numeric: true,
    cell: ({ observed }) => formatPercent(observed),
    cellClass: () => 'u-fig',
  },
  { head: '95% interval', numeric: true, wide: true, cell: ({ interval }) => formatPercentRange(interval) },
  { head: 'Forecast', numeric: true, wide: true, cell: ({ forecast }) => formatPercent(forecast) },
]

/** The record after each day, the newest first. */
const DayTable = ({ days }: { days: readonly DayGroup[] }) => (
  <Table
    label="Record after each day, newest first"
    columns={DAY_COLUMNS}
    rows={days.toReversed().slice(0, SHOWN_ROWS)}
    keyOf={({ name }) => name}
  />
)

function RateChart({ days }: { days: readonly DayGroup[] }) {
  const drawing = useMemo(() => rateDrawing(days), [days])
  return (
    <>
      <StepChart label={describeRate(days)} drawing={drawing} />
      <p className={styles.note}>
        Each point counts all lines settled by that day. The band is the 95% interval.
      </p>
    </>
  )
}

/** The record over time: the share of lines that came true, against the share that was promised. */
export const OverTimePanel = ({ days }: { days: readonly DayGroup[] }) => (
  <ChartPanel
    title="Record over time"
    toggle="Record over time"
    chart={<RateChart days={days} />}
    table={<DayTable days={days} />}
  />
)
