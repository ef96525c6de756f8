import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Row } from '../../state/rows.ts'

/** Rows rendered beyond the viewport on either side, so that the keys and fast scrolling find the next one. */
const OVERSCAN_ROWS = 8

/**
 * The rows near the viewport of a long list that scrolls with the page. Rendered rows are measured, because an
 * expanded one is higher.
 * @param rowPx height of a collapsed row, assumed until it is rendered
 */
export function useVirtualRows<List extends HTMLElement>(rows: readonly Row[], rowPx: number) {
  const list = useRef<List>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
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
    // A list without a layout, as in tests, has no height.
    measureElement: (element) => (element instanceof HTMLElement && element.offsetHeight) || rowPx,
  })
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
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: 'center' }),
  }
}
