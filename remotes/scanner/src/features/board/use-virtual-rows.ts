import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { Row } from '../../state/rows.ts'

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
