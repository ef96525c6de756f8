import { formatPercent, formatPercentRange } from '@propsight/shared/format'
import { Table, type TableColumn } from '@propsight/shared/ui'
import type { Group } from './hit-rates.ts'

const COLUMNS: readonly TableColumn<Group>[] = [
  {
    head: 'Hit',
    numeric: true,
    className: 'u-nowrap',
    cell: ({ hits, decided }) => `${hits} of ${decided}`,
  },
  { head: 'Forecast', numeric: true, cell: ({ forecast }) => formatPercent(forecast) },
  {
    head: 'Happened',
    numeric: true,
    cell: ({ observed }) => formatPercent(observed),
    cellClass: () => 'u-fig',
  },
  { head: '95% interval', numeric: true, wide: true, cell: ({ interval }) => formatPercentRange(interval) },
  {
    head: 'Reading',
    numeric: true,
    wide: true,
    cell: ({ missed }) => (missed ? 'off by more than chance' : 'within chance'),
  },
]

interface GroupTableProps {
  groups: readonly Group[]
  /** Heading of the first column. */
  head: string
  /** Accessible name. */
  label: string
}

/** One row per group of lines: counts, average forecast, and the observed rate with its interval. */
export const GroupTable = ({ groups, head, label }: GroupTableProps) => (
  <Table
    label={label}
    columns={[{ head, rowHeader: true, cell: ({ name }) => name }, ...COLUMNS]}
    rows={groups}
    keyOf={({ name }) => name}
  />
)
