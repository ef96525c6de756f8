import { formatPercent } from '@propsight/shared/format'
import { Panel, Segmented } from '@propsight/shared/ui'
import { useState } from 'react'
import { GroupTable } from './group-table.tsx'
import type { Group } from './hit-rates.ts'
import styles from './track.module.css'
import { CHART_VIEWS, type ChartView } from './track-labels.ts'

const WIDTH = 420
const ROW = 36
const FOOT = 24
const LEFT = 88
const RIGHT = 84
const TICKS = [0, 0.25, 0.5, 0.75, 1] as const

const x = (share: number): number => LEFT + share * (WIDTH - LEFT - RIGHT)

/** The content of the chart as text, for assistive technology. */
export function describeCalibration(bands: readonly Group[]): string {
  const descriptions = bands.map(
    ({ name, forecast, observed, decided }) =>
      `${name}: ${formatPercent(forecast)} promised, ${formatPercent(observed)} of ${decided} happened`,
  )
  const missed = bands.filter((band) => band.missed).length
  return `Promised against happened, ${missed} of ${bands.length} bands off by more than chance. ${descriptions.join('; ')}`
}

function Band({ band, top }: { band: Group; top: number }) {
  const { name, forecast, observed, interval, hits, decided } = band
  const middle = top + ROW / 2
  return (
    <g>
      <text x={0} y={middle + 4}>
        {name}
      </text>
      <rect
        className={styles.interval}
        x={x(interval.low)}
        y={middle - 5}
        width={x(interval.high) - x(interval.low)}
        height={10}
        rx={2}
      />
      <path className={styles.promised} d={`M${x(forecast)} ${middle - 11}V${middle + 11}`} />
      <rect className={styles.happened} x={x(observed) - 2} y={middle - 8} width={4} height={16} rx={1} />
      <text x={WIDTH} y={middle + 4} className={styles.end}>
        {hits} of {decided}
      </text>
    </g>
  )
}

/** One row per band: the observed rate, its interval, and the average forecast. */
export function CalibrationChart({ bands }: { bands: readonly Group[] }) {
  const height = bands.length * ROW
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height + FOOT}`}
      className={styles.chart}
      role="img"
      aria-label={describeCalibration(bands)}
    >
      {TICKS.map((tick) => (
        <g key={tick}>
          <path className={styles.rule} d={`M${x(tick)} 0V${height}`} />
          <text x={x(tick)} y={height + 16} className={styles.tick}>
            {100 * tick}%
          </text>
        </g>
      ))}
      {bands.map((band, at) => (
        <Band key={band.name} band={band} top={at * ROW} />
      ))}
    </svg>
  )
}

/** Calibration: forecast against observed rates, by band of confidence. */
export function CalibrationPanel({ bands }: { bands: readonly Group[] }) {
  const [view, setView] = useState<ChartView>('chart')
  return (
    <Panel
      title="Promised and happened"
      className={styles.panel}
      actions={
        <Segmented<ChartView> label="View" options={CHART_VIEWS} value={view} onChange={setView} tight />
      }
    >
      {view === 'chart' ? (
        <>
          <CalibrationChart bands={bands} />
          <p className={styles.note}>
            The bar is how often lines of a band came true, its band the 95% interval (Wilson), the dashed
            tick what had been promised on average.
          </p>
        </>
      ) : (
        <GroupTable groups={bands} head="Confidence" caption="Promised and happened by confidence" />
      )}
    </Panel>
  )
}
