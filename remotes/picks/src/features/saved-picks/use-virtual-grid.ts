import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react'

/** Assumed height of a card with its gap until one has been rendered; equal to the style sheet's. */
export const STRIDE_PX = 146
/** Rows rendered above and below the viewport, so that a fast scroll shows no gap. */
const OVERSCAN_ROWS = 4
/** The rendered range moves in steps of this many rows, so that most scroll events cause no render. */
const STEP_ROWS = 1

interface VisibleRange {
  start: number
  end: number
  columns: number
  stride: number
}

const FIRST: VisibleRange = { start: 0, end: 24, columns: 1, stride: STRIDE_PX }
const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value))

function measureRange(list: HTMLElement, count: number): VisibleRange {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const columns = Math.max(1, gridTemplateColumns.split(' ').filter((each) => each.endsWith('px')).length)
  const card = list.firstElementChild
  const height = card instanceof HTMLElement ? card.offsetHeight : 0
  const stride = height > 0 ? height + (Number.parseFloat(rowGap) || 0) : STRIDE_PX
  const rows = Math.ceil(count / columns)
  const { top } = list.getBoundingClientRect()
  const above = Math.floor(-top / stride) - OVERSCAN_ROWS
  const below = Math.ceil((window.innerHeight - top) / stride) + OVERSCAN_ROWS
  const start = clamp(Math.floor(above / STEP_ROWS) * STEP_ROWS, rows)
  // A group far below the viewport keeps one row, by which its cards are measured.
  const end = Math.max(start + 1, Math.ceil(below / STEP_ROWS) * STEP_ROWS)
  return { start: start * columns, end: clamp(end * columns, count), columns, stride }
}

const same = (a: VisibleRange, b: VisibleRange): boolean =>
  a.start === b.start && a.end === b.end && a.columns === b.columns && a.stride === b.stride

export interface VirtualGrid {
  list: RefObject<HTMLUListElement | null>
  /** The cards from `start` (included) to `end` (excluded) are rendered. */
  start: number
  end: number
  /** Padding in place of the rows that are not rendered, in pixels. */
  above: number
  below: number
}

/**
 * Virtualises a long grid: which cards are near the viewport. All cards have the same height. The number of
 * columns and the height are measured, so that larger fonts and narrow viewports work.
 * @param count number of cards of the whole grid
 */
export function useVirtualGrid(count: number): VirtualGrid {
  const list = useRef<HTMLUListElement>(null)
  const [seen, setSeen] = useState<VisibleRange>(FIRST)
  useLayoutEffect(() => {
    const update = () => {
      if (!list.current) return
      const next = measureRange(list.current, count)
      setSeen((now) => (same(now, next) ? now : next))
    }
    update()
    // Rendered in slices between frames: a fling never waits for cards.
    const follow = () => startTransition(update)
    window.addEventListener('scroll', follow, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('scroll', follow)
      window.removeEventListener('resize', update)
    }
  }, [count])
  const { columns, stride } = seen
  const end = Math.min(seen.end, count)
  const start = Math.min(seen.start, end)
  const rowsBelow = Math.ceil(count / columns) - Math.ceil(end / columns)
  return { list, start, end, above: (start / columns) * stride, below: rowsBelow * stride }
}
