import { Panel, Segmented } from '@propsight/shared/ui'
import { type ReactNode, useState } from 'react'
import styles from './track.module.css'

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const
type ChartView = (typeof VIEWS)[number]['value']

interface ChartPanelProps {
  title: string
  /** Accessible name of the toggle between chart and table. */
  toggle: string
  /** Null while there is nothing to draw. */
  chart: ReactNode
  /** The data of the chart. */
  table: ReactNode
  /** Text above the chart. */
  children?: ReactNode
}

/** A panel with a chart and its data as a table, one at a time. */
export function ChartPanel({ title, toggle, chart, table, children }: ChartPanelProps) {
  const [view, setView] = useState<ChartView>('chart')
  return (
    <Panel
      title={title}
      className={styles.panel}
      actions={
        chart && <Segmented<ChartView> label={toggle} options={VIEWS} value={view} onChange={setView} tight />
      }
    >
      {children}
      {chart && (view === 'chart' ? chart : table)}
    </Panel>
  )
}
