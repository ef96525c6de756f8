import { useLayoutEffect, useRef, useState } from 'react'

/** Height of a collapsed row in pixels. Must equal the `min-height` of a card in card.module.css. */
export const ROW_PX = 72
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
  const above = Math.floor(-list.getBoundingClientRect().top / ROW_PX) - OVERSCAN_ROWS
  const start = clamp(Math.floor(above / STEP_ROWS) * STEP_ROWS, count)
  const shown = Math.ceil(window.innerHeight / ROW_PX) + 2 * OVERSCAN_ROWS + STEP_ROWS
  return { start, end: clamp(start + shown, count) }
}

/**
 * The range of rows of a long list near the viewport. Rendered rows stay in the page flow between two
 * paddings: an expanded row moves the rows below it, and no row has to be measured.
 * @param count number of rows of the whole list
 */
export function useWindowRows(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const [rows, setRows] = useState<Rows>({ start: 0, end: Math.min(count, 3 * OVERSCAN_ROWS) })
  useLayoutEffect(() => {
    const look = () => {
      if (!list.current) return
      const next = rowsInView(list.current, count)
      setRows((now) => (now.start === next.start && now.end === next.end ? now : next))
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [count])
  const end = Math.min(rows.end, count)
  const start = Math.min(rows.start, end)
  return { list, start, end, above: start * ROW_PX, below: (count - end) * ROW_PX }
}
