import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'

const ROW_PX = 72
const PHONE_ROW_PX = 109
const PHONE_PX = 768
/** Height of a collapsed row in pixels. Must equal the `min-height` of a card in card.module.css. */
export const rowHeight = (): number => (window.innerWidth < PHONE_PX ? PHONE_ROW_PX : ROW_PX)
/** Rows rendered beyond the viewport on either side, so that fast scrolling shows no gap. */
export const OVERSCAN_ROWS = 8
/** The window moves in steps of this many rows, so that most scroll events change nothing. */
const STEP_ROWS = 4

interface Rows {
  start: number
  end: number
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value))

function rowsInView(list: HTMLElement, count: number): Rows {
  const above = Math.floor(-list.getBoundingClientRect().top / rowHeight()) - OVERSCAN_ROWS
  const start = clamp(Math.floor(above / STEP_ROWS) * STEP_ROWS, count)
  const shown = Math.ceil(window.innerHeight / rowHeight()) + 2 * OVERSCAN_ROWS + STEP_ROWS
  return { start, end: clamp(start + shown, count) }
}

/**
 * The range of rows of a long list near the viewport. Rendered rows stay in the page flow between two
 * paddings: an expanded row moves the rows below it, and no row has to be measured. A library for rows of any height
 * would take 9 of the 30 kB of a remote.
 * @param count number of rows of the whole list
 */
export function useWindowRows(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const [rows, setRows] = useState<Rows>({ start: 0, end: Math.min(count, 3 * OVERSCAN_ROWS) })
  useLayoutEffect(() => {
    const update = () => {
      if (!list.current) return
      const next = rowsInView(list.current, count)
      setRows((now) => (now.start === next.start && now.end === next.end ? now : next))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [count])
  const end = Math.min(rows.end, count)
  const start = Math.min(rows.start, end)
  return { list, start, end, above: start * rowHeight(), below: (count - end) * rowHeight() }
}

/** Maximum number of rows filled per frame while frames are on time. */
const MAX_ROWS_PER_FRAME = 6
/** A frame that took longer than this was late, and the next frame fills one row only. */
const LATE_FRAME_MS = 24

interface FilledRange {
  from: number
  to: number
}

/** The overlap of the last range with the window; else `rows` rows from `first` on. */
function nextFilledRange({ from, to }: FilledRange, start: number, end: number, first: number, rows: number) {
  const overlap = { from: Math.max(from, start), to: Math.min(to, end) }
  if (overlap.from < overlap.to) return overlap
  const top = Math.min(first, end)
  return { from: top, to: Math.min(top + rows, end) }
}

/** Number of rows of a screen, with the rows by which `first` differs from its top. */
const rowsOfScreen = (): number => Math.ceil(window.innerHeight / rowHeight()) + STEP_ROWS

/**
 * The range of rows that are rendered in full. The remaining rows of the window are placeholders for a few
 * frames, so that a new list and fast scrolling do not wait for the layout of many rows at once.
 * @param first row at the top of the viewport, where filling begins after a jump
 */
export function useGradualRows(start: number, end: number, first: number): FilledRange {
  const [filled, setFilled] = useState<FilledRange>(() => ({
    from: start,
    to: Math.min(end, start + rowsOfScreen()),
  }))
  // A new list at a scroll position, such as the ranked one, shows a whole screen at once; a jump fills it gradually.
  const isNew = useRef(true)
  const { from, to } = nextFilledRange(filled, start, end, first, isNew.current ? rowsOfScreen() : 0)
  const pace = useRef({ rows: 1, at: 0 })
  useEffect(() => {
    if (from === start && to === end) {
      isNew.current = false
      pace.current = { rows: 1, at: 0 }
      return
    }
    const frame = requestAnimationFrame((now) => {
      isNew.current = false
      const { rows, at } = pace.current
      const late = at === 0 || now - at > LATE_FRAME_MS
      pace.current = { rows: late ? 1 : Math.min(MAX_ROWS_PER_FRAME, rows * 2), at: now }
      const below = Math.min(end, to + pace.current.rows)
      const remaining = pace.current.rows - (below - to)
      setFilled({ from: Math.max(start, from - remaining), to: below })
    })
    return () => cancelAnimationFrame(frame)
  }, [start, end, from, to])
  return { from, to }
}

interface WindowedListProps {
  label: string
  /** Changes when rows were added among the others. */
  version: string
  ids: readonly string[]
  draw(index: number): ReactNode
  /** Number of placeholder rows after the last row. */
  blanks: number
  blank: ReactNode
}

/**
 * The rows below the top cards. On a long board only the rows near the viewport are rendered. The version is part
 * of the React keys: when the ranks are applied or lines are added, all rows are replaced at once instead of moving
 * one by one.
 */
export function WindowedList({ label, version, ids, draw, blanks, blank }: WindowedListProps) {
  const count = ids.length + blanks
  const { list, start, end, above, below } = useWindowRows(count)
  const { from, to } = useGradualRows(start, end, start + OVERSCAN_ROWS)
  const drawn = (index: number) => index < ids.length && index >= from && index < to
  const indexes = Array.from({ length: end - start }, (_, offset) => start + offset)
  return (
    <ul ref={list} aria-label={label} style={{ paddingTop: above, paddingBottom: below }}>
      {indexes.map((index) => (
        <li key={`${version}: ${ids[index] ?? index}`} aria-setsize={count} aria-posinset={index + 1}>
          {drawn(index) ? draw(index) : blank}
        </li>
      ))}
    </ul>
  )
}
