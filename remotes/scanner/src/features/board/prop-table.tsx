import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, type Ref, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { Row } from '../../state/rows.ts'
import styles from './board.module.css'
import {
  ChanceCell,
  detailId,
  GameHead,
  LineCell,
  NoVigCell,
  PlayerCell,
  PriceCell,
  SpreadCell,
  StarCell,
  ValueCell,
} from './cells.tsx'

/** Rows rendered beyond the viewport on either side, so that the keys and fast scrolling find the next one. */
const OVERSCAN_ROWS = 4
/** Height of the shell's header with a gap, in pixels. */
const HEADER_PX = 72

/**
 * The rows near the viewport of a long list that scrolls with the page. Rows are measured, except those with
 * `data-fixed`: an expanded one is higher.
 * @param rowPx height of a collapsed row, assumed until it is rendered
 * @param open id of the expanded prop, which is scrolled into view when a link opens it
 */
export function useVirtualRows<List extends HTMLElement>(
  rows: readonly Row[],
  rowPx: number,
  open: string | null,
) {
  const list = useRef<List>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  // After every render: what precedes the list, such as a banner, moves it.
  useLayoutEffect(() => {
    if (list.current) setScrollMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
  })
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN_ROWS,
    scrollMargin,
    scrollPaddingStart: HEADER_PX,
    // Reading the height of a row lays out the page in the middle of rendering. A list without a layout, as in tests,
    // has no height.
    measureElement: (element) =>
      (element instanceof HTMLElement && element.dataset.fixed === undefined && element.offsetHeight) ||
      rowPx,
  })
  const openIndex = open === null ? -1 : rows.findIndex(({ id }) => id === open)
  /** Before the place of the list is known, the place of a row is not either. */
  const isPlaced = openIndex >= 0 && scrollMargin > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes of the index and the list must not scroll
  useLayoutEffect(() => {
    if (!isPlaced) return
    const row = list.current?.querySelector(`[data-index="${openIndex}"]`)
    const top = row?.getBoundingClientRect().top ?? -1
    // A prop that was expanded on the screen is visible already.
    if (top >= 0 && top <= window.innerHeight) return
    const [offset] = virtualizer.getOffsetForIndex(openIndex, 'start') ?? []
    if (offset === undefined) return
    window.scrollTo({ top: offset })
    // The event of the scroll comes after the paint, which would show an empty list for a frame.
    virtualizer.scrollOffset = window.scrollY
    rerender()
  }, [open, isPlaced])
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  return {
    list,
    items,
    /** Heights in place of the rows that are not rendered, in pixels. */
    above: first ? first.start - scrollMargin : 0,
    below: last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0,
    measure: virtualizer.measureElement,
  }
}

/** Height of a collapsed row in pixels, equal to the style sheet's. */
const ROW_PX = 72

export interface PropListProps {
  rows: readonly Row[]
  /** Id of the expanded prop. */
  open: string | null
  /** Whether a heading names the game above its first row. */
  grouped: boolean
  detail(row: Row): ReactNode
}

/** Whether a row of a list is the first one of its game. */
export const startsGame = (rows: readonly Row[], index: number): boolean =>
  rows[index]?.prop.eventId !== rows[index - 1]?.prop.eventId

interface Column {
  head: string
  /** The head is for assistive technology only. */
  hidden?: boolean
  title?: string
  className: string | undefined
  cell(row: Row, open: boolean): ReactNode
}

const COLUMNS: readonly Column[] = [
  { head: 'Star', hidden: true, className: styles.starColumn, cell: (row) => <StarCell row={row} /> },
  { head: 'Player', className: styles.player, cell: (row, open) => <PlayerCell row={row} open={open} /> },
  {
    head: 'Line',
    title: 'Consensus line of all books',
    className: styles.lineColumn,
    cell: (row) => <LineCell row={row} />,
  },
  {
    head: 'Probability',
    title:
      'The engine’s probability with its 80% interval; the dashed tick is the break-even of the best price',
    className: styles.chance,
    cell: (row) => <ChanceCell row={row} />,
  },
  {
    head: 'No-vig',
    title: 'Chance of the side by all books without their margin',
    className: styles.figure,
    cell: (row) => <NoVigCell row={row} />,
  },
  { head: 'Best over', className: styles.figure, cell: (row) => <PriceCell row={row} side="over" /> },
  { head: 'Best under', className: styles.figure, cell: (row) => <PriceCell row={row} side="under" /> },
  {
    head: 'Spread',
    title: 'How far the books’ chances are apart, without their margins',
    className: styles.spread,
    cell: (row) => <SpreadCell row={row} />,
  },
  {
    head: 'Expected value',
    title: 'Per unit staked at the best price, with the interval of the probability',
    className: styles.value,
    cell: (row) => <ValueCell row={row} />,
  },
]

interface RowProps {
  row: Row
  index: number
  open: boolean
  /** Whether the heading of the game is above the row. */
  headed: boolean
  detail: ReactNode
  measure: Ref<HTMLTableSectionElement>
}

const TableRow = memo(function TableRow({ row, index, open, headed, detail, measure }: RowProps) {
  return (
    <tbody ref={measure} data-index={index} data-card={row.id} data-fixed={open || headed ? undefined : ''}>
      {headed && (
        <tr>
          <th scope="rowgroup" colSpan={COLUMNS.length} className={styles.game}>
            <GameHead event={row.event} />
          </th>
        </tr>
      )}
      <tr className={styles.row} aria-rowindex={index + 2}>
        {COLUMNS.map(({ head, className, cell }) => (
          <td key={head} className={className}>
            {cell(row, open)}
          </td>
        ))}
      </tr>
      {open && (
        <tr>
          <td colSpan={COLUMNS.length} id={detailId(row)} className={styles.detail}>
            {detail}
          </td>
        </tr>
      )}
    </tbody>
  )
})

const Head = () => (
  <thead>
    <tr>
      {COLUMNS.map(({ head, hidden, title, className }) => (
        <th key={head} scope="col" title={title} className={className}>
          {hidden ? <span className="u-vh">{head}</span> : head}
        </th>
      ))}
    </tr>
  </thead>
)

const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={COLUMNS.length} className={styles.spacer} style={{ height }} />
      </tr>
    </tbody>
  )

/** The props as a table. Only the rows near the viewport are rendered. */
export function PropTable({ rows, open, grouped, detail }: PropListProps) {
  const { list, items, above, below, measure } = useVirtualRows<HTMLTableElement>(rows, ROW_PX, open)
  return (
    <table ref={list} className={styles.table} aria-label="Props" aria-rowcount={rows.length + 1}>
      <Head />
      <Spacer height={above} />
      {items.map(({ index }) => {
        const row = rows[index]
        const isOpen = row?.id === open
        return (
          row && (
            <TableRow
              key={row.id}
              row={row}
              index={index}
              open={isOpen}
              headed={grouped && startsGame(rows, index)}
              detail={isOpen ? detail(row) : null}
              measure={measure}
            />
          )
        )
      })}
      <Spacer height={below} />
    </table>
  )
}
