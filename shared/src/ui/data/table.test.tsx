import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { nextOrder, sortRows, Table, type TableColumn, type TableProps, useSorting } from './table.tsx'

interface Row {
  name: string
  z: number | null
}
const ROWS: Row[] = [
  { name: 'Beau', z: 0.5 },
  { name: 'Álvaro', z: null },
  { name: 'Cy', z: -1 },
  { name: 'Dov', z: 0.5 },
]
const NAME: TableColumn<Row> = {
  head: 'Pitcher',
  rowHeader: true,
  sort: ({ name }) => name,
  cell: ({ name }) => name,
}
const Z: TableColumn<Row> = { head: 'Edge z', numeric: true, sort: ({ z }) => z, cell: ({ z }) => z ?? '—' }
const COLUMNS = [NAME, Z]
const names = (sorted: Row[]) => sorted.map(({ name }) => name)

function SortedTable() {
  const { rows, sorting } = useSorting(COLUMNS, ROWS, 'Pitcher')
  return (
    <Table
      label="Pitchers"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ name }) => name}
      sorting={sorting}
      scroll
    />
  )
}
const open = (more: Partial<TableProps<Row>> = {}) =>
  render(<Table label="Pitchers" columns={COLUMNS} rows={ROWS} keyOf={({ name }) => name} {...more} />)

it('a table with widths fixes its columns, so that arriving rows do not move them', () => {
  open({ columns: [{ ...NAME, width: 158 }, Z] })
  const columns = [...document.querySelectorAll('col')].map((column) => column.style.width)
  expect(columns).toEqual(['158px', ''])
  expect(screen.getByRole('table').className).toContain('fixed')
})

describe('H2 sorting', () => {
  it('is stable and puts unknown values last in both directions', () => {
    expect(names(sortRows(ROWS, Z, true))).toEqual(['Beau', 'Dov', 'Cy', 'Álvaro'])
    expect(names(sortRows(ROWS, Z, false))).toEqual(['Cy', 'Beau', 'Dov', 'Álvaro'])
    expect(names(sortRows(ROWS, NAME, false))).toEqual(['Álvaro', 'Beau', 'Cy', 'Dov'])
    expect(names(sortRows(ROWS, undefined, true))).toEqual(names(ROWS))
  })
  it('starts with the highest figure or with the letter A, and reverses on the second press', () => {
    const byName = { head: 'Pitcher', descending: false }
    expect(nextOrder(byName, Z)).toEqual({ head: 'Edge z', descending: true })
    expect(nextOrder({ head: 'Edge z', descending: true }, NAME)).toEqual(byName)
    expect(nextOrder({ head: 'Edge z', descending: true }, Z)).toEqual({ head: 'Edge z', descending: false })
  })
  it('is announced on the heading and follows a press of the keyboard', async () => {
    const user = userEvent.setup()
    render(<SortedTable />)
    const shown = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
    expect(shown()).toEqual(['Álvaro', 'Beau', 'Cy', 'Dov'])
    await user.tab()
    await user.tab()
    await user.keyboard('{Enter}')
    expect(screen.getByRole('columnheader', { name: 'Edge z' }).getAttribute('aria-sort')).toBe('descending')
    expect(screen.getByRole('columnheader', { name: 'Pitcher' }).hasAttribute('aria-sort')).toBe(false)
    expect(shown()).toEqual(['Beau', 'Dov', 'Cy', 'Álvaro'])
  })
})

describe('Table', () => {
  it('has no sort buttons without an order', () => {
    open()
    expect(within(screen.getByRole('table', { name: 'Pitchers' })).queryByRole('button')).toBeNull()
  })
  it('scrolls in a focusable area, which sort buttons replace', () => {
    const { unmount } = open({ scroll: true })
    expect(screen.getByRole('region', { name: 'Pitchers' }).tabIndex).toBe(0)
    unmount()
    render(<SortedTable />)
    expect(screen.queryByRole('region')).toBeNull()
  })
  it('spans the cells that are not loaded with one placeholder', () => {
    open({ loadedCells: ({ z }) => (z === null ? 1 : 2) })
    const cells = within(screen.getByRole('row', { name: /^Álvaro/ })).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([''])
  })
  it('shows totals in a row at the end if a column has one', () => {
    open({
      columns: [
        { ...NAME, foot: 'All' },
        { ...Z, foot: 0 },
      ],
    })
    const [last] = screen.getAllByRole('row').slice(-1)
    expect([...(last?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['All', '0'])
  })
})
