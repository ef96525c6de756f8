import { inningsFromOuts } from '@propsight/shared/domain'
import type { PitcherRow } from '../../state/rows.ts'
import type { Column } from './column.ts'
import { Figure } from './cells.tsx'
import styles from './marks.module.css'
import { StartStrip } from './start-strip.tsx'
import { average, ERA, REST, WHIP, WHO } from './stat-columns.tsx'

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** The columns of Workhorses: innings first, then averages and season figures. */
export const WORKHORSE_COLUMNS: readonly Column<PitcherRow>[] = [
  WHO,
  {
    ...{ key: 'innings', label: 'Avg IP', title: 'Average innings of the last five starts', numeric: true },
    sort: ({ assessment }) => assessment.recent.averageInnings,
    cell: ({ assessment }) => (
      <Figure
        value={assessment.recent.averageInnings}
        digits={1}
        reason="No starts this season"
        className={`u-fig ${styles.projected}`}
      />
    ),
  },
  {
    ...{ key: 'starts', label: 'Last 5 starts, innings', title: 'Sorted by the newest' },
    sort: ({ starts }) => starts.at(-1)?.outs ?? null,
    cell: ({ starts }) => (
      <StartStrip
        starts={starts}
        value={({ outs }) => outs}
        text={({ outs }) => inningsFromOuts(outs)}
        what="innings"
        line={null}
      />
    ),
    csv: ({ starts }) => ({
      'Last 5 starts, innings': starts.map(({ outs }) => inningsFromOuts(outs)).join(' '),
    }),
  },
  average('Avg K', 'Average strikeouts of the last five starts', ({ starts }) =>
    mean(starts.map(({ strikeOuts }) => strikeOuts)),
  ),
  average('Avg H', 'Average hits allowed of the last five starts', ({ starts }) =>
    mean(starts.map(({ hits }) => hits)),
  ),
  ERA,
  WHIP,
  REST,
]
