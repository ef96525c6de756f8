import type { HittingAverages, PitchingAverages, PlayerDetail, StatGroup } from '@propsight/shared/contracts'
import { cx, Panel, Skeleton } from '@propsight/shared/ui'
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

type Columns<Row> = readonly (readonly [label: string, of: (row: Row) => string | number | null])[]

const HITTING: Columns<HittingAverages> = [
  ['AB', (row) => row.atBats],
  ['H', (row) => row.hits],
  ['HR', (row) => row.homeRuns],
  ['RBI', (row) => row.rbi],
  ['BB', (row) => row.baseOnBalls],
  ['AVG', (row) => row.avg],
  ['OBP', (row) => row.obp],
  ['SLG', (row) => row.slg],
  ['OPS', (row) => row.ops],
]
const PITCHING: Columns<PitchingAverages> = [
  ['BF', (row) => row.battersFaced],
  ['K', (row) => row.strikeOuts],
  ['BB', (row) => row.baseOnBalls],
  ['H', (row) => row.hits],
  ['HR', (row) => row.homeRuns],
  ['AVG', (row) => row.avg],
  ['ERA', (row) => row.era],
  ['WHIP', (row) => row.whip],
]

interface SplitsProps<Row> {
  splits: { season: Row | null; vsLeft: Row | null; vsRight: Row | null }
  columns: Columns<Row>
  sides: { left: string; right: string }
  hand: Hand | null
}

function Splits<Row>({ splits, columns, sides, hand }: SplitsProps<Row>) {
  const rows = [
    { label: 'Season', row: splits.season, chosen: false },
    { label: `vs ${sides.left}`, row: splits.vsLeft, chosen: hand === 'L' },
    { label: `vs ${sides.right}`, row: splits.vsRight, chosen: hand === 'R' },
  ]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className={styles.scroll} aria-label="Season and splits" tabIndex={0}>
      <table className={cx('u-table', styles.splits)}>
        <thead>
          <tr>
            <th scope="col">Split</th>
            {columns.map(([label]) => (
              <th key={label} scope="col" className="u-num">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, row, chosen }) => (
            <tr key={label} className={cx(chosen && styles.chosen)}>
              <th scope="row">{label}</th>
              {columns.map(([name, of]) => (
                <td key={name} className="u-num">
                  {row === null ? '—' : (of(row) ?? '—')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
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
          reason={data?.missing[group] ?? (data ? 'None this season.' : 'Not read.')}
          onRetry={data ? retry : undefined}
        />
      )}
      {data?.hitting && group === 'hitting' && (
        <Splits splits={data.hitting} columns={HITTING} sides={{ left: 'LHP', right: 'RHP' }} hand={hand} />
      )}
      {data?.pitching && group === 'pitching' && (
        <Splits splits={data.pitching} columns={PITCHING} sides={{ left: 'LHB', right: 'RHB' }} hand={null} />
      )}
      {averages && data?.missing.splits && <MissingPart reason={data.missing.splits} onRetry={retry} />}
    </Panel>
  )
})
