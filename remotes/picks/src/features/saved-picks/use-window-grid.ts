import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Height of a card and the gap below it before one was drawn; the style sheet says the same. */
export const STRIDE_PX = 212
/** Rows drawn beyond the screen on either side, so that a fast scroll meets no gap. */
const OVERSCAN_ROWS = 4
/** The window moves by whole steps, so that most scroll events change nothing. */
const STEP_ROWS = 2

interface Seen {
  start: number
  end: number
  columns: number
  stride: number
}

const FIRST: Seen = { start: 0, end: 24, columns: 1, stride: STRIDE_PX }
const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value))

function look(list: HTMLElement, count: number): Seen {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const columns = Math.max(1, gridTemplateColumns.split(' ').filter((each) => each.endsWith('px')).length)
  const card = list.firstElementChild
  const height = card instanceof HTMLElement ? card.offsetHeight : 0
  const stride = height > 0 ? height + (Number.parseFloat(rowGap) || 0) : STRIDE_PX
  const rows = Math.ceil(count / columns)
  const above = Math.floor(-list.getBoundingClientRect().top / stride) - OVERSCAN_ROWS
  const start = clamp(Math.floor(above / STEP_ROWS) * STEP_ROWS, rows)
  const shown = Math.ceil(window.innerHeight / stride) + 2 * OVERSCAN_ROWS + STEP_ROWS
  return { start: start * columns, end: clamp((start + shown) * columns, count), columns, stride }
}

const same = (a: Seen, b: Seen): boolean =>
  a.start === b.start && a.end === b.end && a.columns === b.columns && a.stride === b.stride

export interface WindowGrid {
  list: RefObject<HTMLUListElement | null>
  /** Cards from `start` up to `end` are drawn. */
  start: number
  end: number
  /** Room for the rows that are not, in pixels. */
  above: number
  below: number
}

/**
 * Which cards of a long grid are near the screen. All cards are alike in height; columns and height are read off the
 * page, so that a larger font and a narrow screen are right as well.
 * @param count cards of the whole grid
 */
export function useWindowGrid(count: number): WindowGrid {
  const list = useRef<HTMLUListElement>(null)
  const [seen, setSeen] = useState<Seen>(FIRST)
  useLayoutEffect(() => {
    const update = () => {
      if (!list.current) return
      const next = look(list.current, count)
      setSeen((now) => (same(now, next) ? now : next))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [count])
  const { columns, stride } = seen
  const end = Math.min(seen.end, count)
  const start = Math.min(seen.start, end)
  const rowsBelow = Math.ceil(count / columns) - Math.ceil(end / columns)
  return { list, start, end, above: (start / columns) * stride, below: rowsBelow * stride }
}
