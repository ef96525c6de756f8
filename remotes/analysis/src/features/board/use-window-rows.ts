import { useLayoutEffect, useRef, useState } from 'react'

/** Height of a closed row in pixels; the style sheet's `min-height` of a card says the same. */
export const ROW_PX = 72
/** Rows drawn beyond the screen on either side, so that a fast scroll meets no gap. */
export const OVERSCAN_ROWS = 8
/** The window moves by whole steps, so that most scroll events change nothing. */
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
 * Which rows of a long list are near the screen. The rows stay in the flow of the page, between two paddings: an
 * opened row pushes the rest down by itself, and nothing has to be measured.
 * @param count rows of the whole list
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
