import type { StatForecastWire } from '@propsight/shared/contracts'
import { confidencePercent, marketLabel } from '@propsight/shared/domain'
import { Chart, Panel, Segmented, Table, type TableColumn } from '@propsight/shared/ui'
import { memo, useCallback, useMemo, useState } from 'react'
import type { RankedLine } from '../../../state/ranked-line.ts'
import { CHART_VIEWS, type ChartView } from '../labels.ts'
import { MissingPart } from '../missing-part.tsx'
import styles from '../panels.module.css'
import { SettingsTag } from '../what-if/settings-banner.tsx'
import { buildLadder, type Rung } from './ladder.ts'
import { intervalText, ladderHeight, ladderOption, offerText } from './ladder-option.ts'

/** 'Hits, chance of over by line: 71% at 0.5 (Goblin), 34% at 1.5'. */
export function describeLadder(rungs: readonly Rung[], stat: string): string {
  const chances = rungs.map((rung) => {
    const offer = offerText(rung)
    return `${confidencePercent(rung.over)}% at ${rung.line}${offer && ` (${offer})`}`
  })
  return `${stat}, chance of over by line: ${chances.join(', ')}`
}

interface LadderProps {
  rungs: readonly Rung[]
  stat: string
}

function LadderChart({ rungs, stat }: LadderProps) {
  const optionOf = useCallback(() => ladderOption(rungs), [rungs])
  return (
    <Chart label={describeLadder(rungs, stat)} heightOf={() => ladderHeight(rungs)} optionOf={optionOf} />
  )
}

const COLUMNS: readonly TableColumn<Rung>[] = [
  { head: 'Line', rowHeader: true, cell: ({ line }) => line },
  { head: 'Book', cell: (rung) => offerText(rung) || '—' },
  {
    head: 'Over',
    numeric: true,
    cell: ({ over }) => `${confidencePercent(over)}%`,
    cellClass: () => 'u-fig',
  },
  { head: '80% interval', numeric: true, cell: intervalText },
  { head: 'Push', numeric: true, cell: ({ push }) => (push > 0 ? `${confidencePercent(push)}%` : '—') },
]

const LadderTable = ({ rungs, stat }: LadderProps) => (
  <Table
    label={`${stat}: chance of over by line`}
    columns={COLUMNS}
    rows={rungs}
    keyOf={({ line }) => line}
  />
)

interface LadderPanelProps {
  stat: string
  /** The engine's forecast of the market, or the reason for its absence. */
  forecast: StatForecastWire | string
  /** The book's lines of the market. */
  offered: readonly RankedLine[]
  /** Whether the forecast is under settings of the user. */
  changed: boolean
}

/**
 * The probability of the over at the book's lines and at the lines around them. Independent of the line that
 * is dragged.
 */
export const LadderPanel = memo(function LadderPanel({ stat, forecast, offered, changed }: LadderPanelProps) {
  const [view, setView] = useState<ChartView>('chart')
  const rungs = useMemo(
    () =>
      typeof forecast === 'string'
        ? []
        : buildLadder(
            forecast,
            offered.map(({ line }) => line),
          ),
    [forecast, offered],
  )
  const ladder = { rungs, stat: marketLabel(stat) }
  return (
    <Panel
      title="Alternate lines"
      className={styles.panel}
      actions={
        rungs.length > 0 && (
          <>
            {changed && <SettingsTag />}
            <Segmented<ChartView>
              label="View of the alternate lines"
              options={CHART_VIEWS}
              value={view}
              onChange={setView}
            />
          </>
        )
      }
    >
      {typeof forecast === 'string' && <MissingPart reason={`No probability: ${forecast}.`} />}
      {rungs.length > 0 && (
        <>
          {view === 'chart' ? <LadderChart {...ladder} /> : <LadderTable {...ladder} />}
          <p className={styles.note}>
            The engine’s chance at each line, without prices.
            {view === 'chart' && ' Named lines are the book’s. The pale band is the 80% interval.'}
          </p>
        </>
      )}
    </Panel>
  )
})
