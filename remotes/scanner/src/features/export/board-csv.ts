import type { VigRemoval } from '@propsight/shared/domain/odds'
import { type Cell, toCsv } from '@propsight/shared/format'
import { gameText, type Price, type Row } from '../../state/rows.ts'

const PERCENT = 100
const percent = (share: number | null | undefined): Cell =>
  typeof share === 'number' ? PERCENT * share : null

interface Column {
  label: string
  cell(row: Row): Cell
}

const priceColumns = (
  label: string,
  of: (row: Row) => Price | null,
  bookTitle: (book: string) => string,
): Column[] => [
  { label, cell: (row) => of(row)?.american ?? null },
  {
    label: `${label} book`,
    cell: (row) => {
      const price = of(row)
      return price && bookTitle(price.book)
    },
  },
  { label: `${label} confirmed`, cell: (row) => of(row)?.confirmedAt ?? null },
]

/**
 * The shown props as CSV, in the order of the screen. Percentages are 0 to 100, prices American odds, times ISO 8601.
 */
export function boardCsv(
  rows: readonly Row[],
  { removal, bookTitle }: { removal: VigRemoval; bookTitle(book: string): string },
): string {
  const columns: Column[] = [
    { label: 'Player', cell: ({ prop }) => prop.player },
    { label: 'Team', cell: ({ prop }) => prop.team },
    { label: 'Game', cell: ({ event }) => gameText(event) },
    { label: 'Starts', cell: ({ event }) => event?.startsAt ?? null },
    { label: 'Market', cell: ({ prop }) => prop.stat },
    { label: 'Consensus line', cell: ({ line }) => line },
    { label: `No-vig over % (${removal})`, cell: ({ noVigOver }) => percent(noVigOver) },
    { label: 'Books', cell: ({ books }) => books },
    { label: 'Spread points', cell: ({ spread }) => percent(spread) },
    ...priceColumns('Best over', ({ best }) => best.over, bookTitle),
    ...priceColumns('Best under', ({ best }) => best.under, bookTitle),
    { label: 'Probability over %', cell: ({ shown }) => percent(shown?.over) },
    { label: 'Over low %', cell: ({ shown }) => percent(shown?.overLow) },
    { label: 'Over high %', cell: ({ shown }) => percent(shown?.overHigh) },
    { label: 'Probability under %', cell: ({ shown }) => percent(shown?.under) },
    { label: 'Under low %', cell: ({ shown }) => percent(shown?.underLow) },
    { label: 'Under high %', cell: ({ shown }) => percent(shown?.underHigh) },
    { label: 'Push %', cell: ({ shown }) => percent(shown?.push) },
    { label: 'Side', cell: ({ values }) => values[0]?.side ?? null },
    { label: 'Break-even %', cell: ({ values }) => percent(values[0]?.breakEven) },
    { label: 'Expected value %', cell: ({ values }) => percent(values[0]?.value.expected) },
    { label: 'Value low %', cell: ({ values }) => percent(values[0]?.value.low) },
    { label: 'Value high %', cell: ({ values }) => percent(values[0]?.value.high) },
    {
      label: 'Edge',
      cell: ({ values: [value] }) => (value && (value.edge ? 'shown' : 'no edge shown')) || null,
    },
    { label: 'Stake units', cell: ({ values: [value] }) => (value?.edge ? value.value.stake.units : null) },
  ]
  return toCsv(
    columns.map(({ label }) => label),
    rows.map((row) => columns.map(({ cell }) => cell(row))),
    2,
  )
}
