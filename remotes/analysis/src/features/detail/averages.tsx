import type { HittingAverages, PitchingAverages, PlayerDetail, StatGroup } from '@propsight/shared/contracts'
import { Panel, Skeleton, Table, type TableColumn } from '@propsight/shared/ui'
import { memo } from 'react'
import type { Hand } from './games/games.ts'
import { MissingPart } from './missing-part.tsx'
import styles from './panels.module.css'

interface AveragesProps {
  data: PlayerDetail | null
  loading: boolean
  retry(): void
  group: StatGroup
  /** Throwing hand of the opposing starter; the row of this split is highlighted. */
  hand: Hand | null
}

interface Split<Row> {
  label: string
  averages: Row | null
  chosen: boolean
}

const figure = <Row,>(
  head: string,
  read: (averages: Row) => string | number | null,
): TableColumn<Split<Row>> => ({
  head,
  numeric: true,
  cell: ({ averages }) => (averages && read(averages)) ?? '—',
})
const SPLIT = { head: 'Split', rowHeader: true, cell: ({ label }: Split<unknown>) => label }

const HITTING: readonly TableColumn<Split<HittingAverages>>[] = [
  SPLIT,
  figure('AB', ({ atBats }) => atBats),
  figure('H', ({ hits }) => hits),
  figure('HR', ({ homeRuns }) => homeRuns),
  figure('RBI', ({ rbi }) => rbi),
  figure('BB', ({ baseOnBalls }) => baseOnBalls),
  figure('AVG', ({ avg }) => avg),
  figure('OBP', ({ obp }) => obp),
  figure('SLG', ({ slg }) => slg),
  figure('OPS', ({ ops }) => ops),
]
const PITCHING: readonly TableColumn<Split<PitchingAverages>>[] = [
  SPLIT,
  figure('BF', ({ battersFaced }) => battersFaced),
  figure('K', ({ strikeOuts }) => strikeOuts),
  figure('BB', ({ baseOnBalls }) => baseOnBalls),
  figure('H', ({ hits }) => hits),
  figure('HR', ({ homeRuns }) => homeRuns),
  figure('AVG', ({ avg }) => avg),
  figure('ERA', ({ era }) => era),
  figure('WHIP', ({ whip }) => whip),
]

interface SplitsProps<Row> {
  splits: { season: Row | null; vsLeft: Row | null; vsRight: Row | null }
  columns: readonly TableColumn<Split<Row>>[]
  sides: { left: string; right: string }
  hand: Hand | null
}

function Splits<Row>({ splits, columns, sides, hand }: SplitsProps<Row>) {
  const rows = [
    { label: 'Season', averages: splits.season, chosen: false },
    { label: `vs ${sides.left}`, averages: splits.vsLeft, chosen: hand === 'L' },
    { label: `vs ${sides.right}`, averages: splits.vsRight, chosen: hand === 'R' },
  ]
  return (
    <Table
      label="Season and splits"
      columns={columns}
      rows={rows}
      keyOf={({ label }) => label}
      rowProps={({ chosen }) => ({ className: chosen ? styles.chosen : undefined })}
      scroll
      className={styles.splits}
    />
  )
}

/**
 * Averages of the season and the splits by the opponent's hand: 'Hitting averages' or 'Pitching averages'.
 */
export const Averages = memo(function Averages({ data, loading, retry, group, hand }: AveragesProps) {
  const title = group === 'hitting' ? 'Hitting averages' : 'Pitching averages'
  const averages = group === 'hitting' ? data?.hitting : data?.pitching
  return (
    <Panel title={title} className={styles.panel}>
      {loading && (
        <div aria-busy="true" className={styles.waiting}>
          <Skeleton height={152} />
        </div>
      )}
      {!loading && !averages && (
        <MissingPart
          reason={data?.missing[group] ?? (data ? 'None this season.' : 'Not loaded.')}
          onRetry={data ? retry : undefined}
        />
      )}
      {data?.hitting && group === 'hitting' && (
        <Splits splits={data.hitting} columns={HITTING} sides={{ left: 'LHP', right: 'RHP' }} hand={hand} />
      )}
      {data?.pitching && group === 'pitching' && (
        <Splits splits={data.pitching} columns={PITCHING} sides={{ left: 'LHB', right: 'RHB' }} hand={null} />
      )}
      {averages && data?.missing.totals && <MissingPart reason={data.missing.totals} />}
      {averages && data?.missing.splits && <MissingPart reason={data.missing.splits} onRetry={retry} />}
    </Panel>
  )
})
