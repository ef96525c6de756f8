import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LoadingRow } from '../../state/rank-board.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import { rowHeight } from './windowed-list.tsx'

interface AnchorCard {
  id: string
  /** Top of the card in pixels from the top of the viewport. */
  top: number
  /**
   * Accessible name of the focused control; empty for the link of the card, null if the focus is elsewhere.
   */
  focus: string | null
}

const cardOf = (root: HTMLElement, id: string): HTMLElement | null =>
  root.querySelector(`[data-card="${CSS.escape(id)}"]`)

/** The card to hold in place: the focused one, else the hovered one if the page is scrolled. */
function findAnchorCard(root: HTMLElement): AnchorCard | null {
  const focused = root.contains(document.activeElement)
  const hovered = window.scrollY > 0 ? root.querySelector('[data-card]:hover') : null
  const card = (focused ? document.activeElement : hovered)?.closest<HTMLElement>('[data-card]')
  if (!card?.dataset.card) return null
  const focus = focused ? (document.activeElement?.getAttribute('aria-label') ?? '') : null
  return { id: card.dataset.card, top: card.getBoundingClientRect().top, focus }
}

/** The control of the same name in the card after the reorder; the link of the card if there is none. */
function findControl(root: HTMLElement, { id, focus }: AnchorCard): HTMLElement | null | undefined {
  const card = cardOf(root, id)
  return (
    card?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focus ?? '')}"]`) ??
    card?.querySelector<HTMLElement>('[data-open]')
  )
}

/**
 * Scrolls so that the card keeps its position. A row outside the rendered window has a position known by its
 * index.
 */
function restoreScroll(root: HTMLElement, { id, top }: AnchorCard, ids: readonly string[]): void {
  const card = cardOf(root, id)
  const list = root.querySelector('ul')
  const index = ids.indexOf(id)
  if (card) window.scrollBy(0, card.getBoundingClientRect().top - top)
  else if (list && index >= 0) {
    window.scrollBy(0, list.getBoundingClientRect().top + index * rowHeight() - top)
  }
}

/** Frames within which the row of the anchor is rendered after the reorder; a long list renders few rows a frame. */
const MAX_FOCUS_FRAMES = 30

/** Focuses the control again once its row is rendered, unless the focus has moved elsewhere. */
function restoreFocus(root: HTMLElement, anchor: AnchorCard, frames = MAX_FOCUS_FRAMES): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const control = findControl(root, anchor)
    if (control) control.focus({ preventScroll: true })
    else if (frames > 0) restoreFocus(root, anchor, frames - 1)
  })
}

export interface BoardOrder {
  /** While players are loading: the rows in the book's order; null once they are ranked. */
  arriving: readonly LoadingRow[] | null
  raised: readonly RankedLine[]
  rest: readonly RankedLine[]
}

/**
 * Stable order while rows are replaced: the ranks are applied in one step when all records have arrived, and so
 * are lines added to a ranked board. The focused or hovered card keeps its position on the screen and the focus.
 * @param version changes when all rows are replaced
 * @returns the order to render, with its version: the earlier one in the render in which the version changes
 */
export function useStableOrder(version: string, order: BoardOrder) {
  const root = useRef<HTMLDivElement>(null)
  const anchor = useRef<AnchorCard | null>(null)
  const [shownVersion, setShownVersion] = useState(version)
  const lastOrder = useRef(order)
  const replaces = version !== shownVersion
  useLayoutEffect(() => {
    if (!replaces) {
      lastOrder.current = order
      return
    }
    // The old order is still rendered, so that the position of the card can be measured.
    anchor.current = root.current && findAnchorCard(root.current)
    setShownVersion(version)
  }, [replaces, version, order])
  useLayoutEffect(() => {
    if (replaces || !anchor.current || !root.current) return
    restoreScroll(
      root.current,
      anchor.current,
      order.rest.map(({ id }) => id),
    )
  }, [replaces, order])
  useEffect(() => {
    const lastAnchor = anchor.current
    if (replaces || !lastAnchor) return
    anchor.current = null
    // The focused row was removed with the old order.
    if (lastAnchor.focus !== null && root.current) restoreFocus(root.current, lastAnchor)
  }, [replaces])
  return { root, version: shownVersion, order: replaces ? lastOrder.current : order }
}
