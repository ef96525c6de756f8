import { Panel, Segmented } from '@propsight/shared/ui'
import { useState } from 'react'
import { GroupTable } from './group-table.tsx'
import type { Group } from './hit-rates.ts'
import { PromiseChart } from './promise-chart.tsx'
import styles from './track.module.css'
import { CHART_VIEWS, type ChartView } from './views.ts'

/** Calibration: forecast against observed rates, by band of confidence. */
export function PromisePanel({ bands }: { bands: readonly Group[] }) {
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
          <PromiseChart bands={bands} />
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
