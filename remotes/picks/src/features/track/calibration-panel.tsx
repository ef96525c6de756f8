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
      `${name}: ${formatPercent(forecast)} promised, ${formatPercent(observed)} of ${decided} happened`,
  )
  const missed = bands.filter((band) => band.missed).length
  return `Promised against happened, ${missed} of ${bands.length} bands off by more than chance. ${descriptions.join('; ')}`
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
        The bar is how often lines of a band came true, its band the 95% interval (Wilson), the dashed tick
        what had been promised on average.
      </p>
    </>
  )
}

/** Calibration: forecast against observed rates, by band of confidence. */
export const CalibrationPanel = ({ bands }: { bands: readonly Group[] }) => (
  <ChartPanel
    title="Promised and happened"
    toggle="View"
    chart={<CalibrationChart bands={bands} />}
    table={<GroupTable groups={bands} head="Confidence" label="Promised and happened by confidence" />}
  />
)
