import { Button, Panel, Table, type TableColumn, useSorting } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

interface Entry {
  what: string
  when: string
  credits: number
}
const ROWS: readonly Entry[] = [
  { what: 'Analysis, Total Bases', when: 'Jul 15, 4:02 PM', credits: -1 },
  { what: 'Monthly credits, Free', when: 'Jul 1, 12:00 AM', credits: 20 },
]
const COLUMNS: readonly TableColumn<Entry>[] = [
  { head: 'What', rowHeader: true, sort: ({ what }) => what, cell: ({ what }) => what, foot: 'Balance' },
  { head: 'When', wide: true, cell: ({ when }) => when },
  {
    head: 'Credits',
    numeric: true,
    sort: ({ credits }) => credits,
    cell: ({ credits }) => credits,
    foot: 19,
  },
]
const ACTIONS: TableColumn<Entry> = {
  head: 'Actions',
  hiddenHead: true,
  cell: () => <Button variant="bare">Refund</Button>,
}
const keyOf = ({ what }: Entry) => what

function Sorted() {
  const { rows, sorting } = useSorting(COLUMNS, ROWS, 'What')
  return <Table label="Credits, sorted" columns={COLUMNS} rows={rows} keyOf={keyOf} sorting={sorting} />
}

export const table: CatalogueEntry = {
  name: 'Table',
  note: 'Rows and columns of data. Columns that do not fit on a phone are hidden there, or the table scrolls.',
  shows: ['Table', 'useSorting'],
  states: [
    {
      label: 'In a panel, with actions',
      wide: true,
      Show: () => (
        <Panel title="Credits">
          <Table label="Credits" columns={[...COLUMNS, ACTIONS]} rows={ROWS} keyOf={keyOf} />
        </Panel>
      ),
    },
    { label: 'Sortable', wide: true, Show: Sorted },
    {
      label: 'Loading',
      wide: true,
      Show: () => (
        <Table
          label="Credits, loading"
          columns={COLUMNS}
          rows={ROWS}
          keyOf={keyOf}
          loadedCells={({ credits }) => (credits < 0 ? 1 : 0)}
          busy
        />
      ),
    },
    {
      label: 'Scroll area',
      wide: true,
      Show: () => (
        <Table
          label="Credits in a scroll area"
          columns={COLUMNS}
          rows={ROWS}
          keyOf={keyOf}
          scroll
          className="u-nowrap"
        />
      ),
    },
  ],
}
