import { formatPercent } from '@propsight/shared/format'
import { Chart } from '@propsight/shared/ui'
import { useCallback } from 'react'
import { bandsHeight, bandsOption } from './bands-option.ts'
import { ChartPanel } from './chart-panel.tsx'
import { GroupTable } from './group-table.tsx'
import type { Group } from './hit-rates.ts'
import styles from './track.module.css'

/** The content of the chart as text, for assistive technology. */
export function describeCalibration(bands: readonly Group[]): string {
  const descriptions = bands.map(
    ({ name, forecast, observed, decided }) =>
      `${name}: ${formatPercent(forecast)} forecast, ${formatPercent(observed)} of ${decided} happened`,
  )
  const missed = bands.filter((band) => band.missed).length
  return `Forecast against result, ${missed} of ${bands.length} bands off by more than chance. ${descriptions.join('; ')}`
}

function CalibrationChart({ bands }: { bands: readonly Group[] }) {
  const optionOf = useCallback(() => bandsOption(bands), [bands])
  return (
    <>
      <Chart
        label={describeCalibration(bands)}
        heightOf={() => bandsHeight(bands)}
        optionOf={optionOf}
        classOf={() => styles.chart}
      />
      <p className={styles.note}>
        Bar: how often the lines came true. Band: the 95% interval. Dashed tick: the average forecast.
      </p>
    </>
  )
}

/** Calibration: forecast against observed rates, by band of confidence. */
export const CalibrationPanel = ({ bands }: { bands: readonly Group[] }) => (
  <ChartPanel
    title="Forecast and result"
    toggle="View"
    chart={<CalibrationChart bands={bands} />}
    table={<GroupTable groups={bands} head="Confidence" label="Forecast and result by confidence" />}
  />
)
