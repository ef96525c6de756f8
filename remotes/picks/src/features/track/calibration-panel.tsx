import { formatPercent } from '@propsight/shared/format'
import { Chart, Panel, Segmented } from '@propsight/shared/ui'
import { useCallback, useState } from 'react'
import { bandsHeight, bandsOption } from './bands-option.ts'
import { GroupTable } from './group-table.tsx'
import type { Group } from './hit-rates.ts'
import styles from './track.module.css'
import { CHART_VIEWS, type ChartView } from './track-labels.ts'

/** The content of the chart as text, for assistive technology. */
export function describeCalibration(bands: readonly Group[]): string {
  const descriptions = bands.map(
    ({ name, forecast, observed, decided }) =>
      `${name}: ${formatPercent(forecast)} promised, ${formatPercent(observed)} of ${decided} happened`,
  )
  const missed = bands.filter((band) => band.missed).length
  return `Promised against happened, ${missed} of ${bands.length} bands off by more than chance. ${descriptions.join('; ')}`
}

/** Calibration: forecast against observed rates, by band of confidence. */
export function CalibrationPanel({ bands }: { bands: readonly Group[] }) {
  const [view, setView] = useState<ChartView>('chart')
  const optionOf = useCallback(() => bandsOption(bands), [bands])
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
          <Chart
            label={describeCalibration(bands)}
            heightOf={() => bandsHeight(bands)}
            optionOf={optionOf}
            classOf={() => styles.chart}
          />
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
