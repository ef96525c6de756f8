import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { LoadingRow } from '../../state/rank-board.ts'
import { ROW_PX } from './windowed-list.tsx'

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
    window.scrollBy(0, list.getBoundingClientRect().top + index * ROW_PX - top)
  }
}

/**
 * Stable order while loading: keeps the book's order until all records have arrived, then applies the ranks
 * in one step. The focused or hovered card keeps its position on the screen, and the focus is restored.
 * @param places rows in the book's order
 * @param ids ids of the ranked rows, to locate a card that is not rendered yet
 * @returns `arriving`: the rows in the book's order while they are shown, else null
 */
export function useStableOrder(loading: boolean, places: readonly LoadingRow[], ids: readonly string[]) {
  const root = useRef<HTMLDivElement>(null)
  const anchor = useRef<AnchorCard | null>(null)
  const [arriving, setArriving] = useState(loading ? places : null)
  useLayoutEffect(() => {
    if (loading) setArriving(places)
    else if (arriving && root.current) {
      // The old order is still rendered, so that the position of the card can be measured.
      anchor.current = findAnchorCard(root.current)
      setArriving(null)
    }
  }, [loading, places, arriving])
  useLayoutEffect(() => {
    if (arriving || !anchor.current || !root.current) return
    restoreScroll(root.current, anchor.current, ids)
  }, [arriving, ids])
  useEffect(() => {
    const lastAnchor = anchor.current
    if (arriving || !lastAnchor) return
    anchor.current = null
    // The focused row was removed with the old order.
    requestAnimationFrame(() => {
      if (lastAnchor.focus === null || !root.current || document.activeElement !== document.body) return
      findControl(root.current, lastAnchor)?.focus({ preventScroll: true })
    })
  }, [arriving])
  return { root, arriving: loading ? places : arriving }
}
