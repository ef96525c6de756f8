import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Place } from '../../state/rank-board.ts'
import { ROW_PX } from './use-window-rows.ts'

interface Held {
  id: string
  /** Where its card stands, in pixels from the top of the screen. */
  top: number
  /** What of it has the focus, by its name; empty for the link that opens it, null where the focus is elsewhere. */
  focus: string | null
}

const cardOf = (root: HTMLElement, id: string): HTMLElement | null =>
  root.querySelector(`[data-card="${CSS.escape(id)}"]`)

/** The card that the user is at: the one with the focus, or under the pointer of who has scrolled to it. */
function heldIn(root: HTMLElement): Held | null {
  const focused = root.contains(document.activeElement)
  const hovered = window.scrollY > 0 ? root.querySelector('[data-card]:hover') : null
  const card = (focused ? document.activeElement : hovered)?.closest<HTMLElement>('[data-card]')
  if (!card?.dataset.card) return null
  const focus = focused ? (document.activeElement?.getAttribute('aria-label') ?? '') : null
  return { id: card.dataset.card, top: card.getBoundingClientRect().top, focus }
}

/** The control of that name in the card's new place; the link that opens the card where there is none. */
function controlOf(root: HTMLElement, { id, focus }: Held): HTMLElement | null | undefined {
  const card = cardOf(root, id)
  return (
    card?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focus ?? '')}"]`) ??
    card?.querySelector<HTMLElement>('[data-open]')
  )
}

/** Scrolls so that the card stands where it stood; far down a long board it is not drawn yet, but its place is known. */
function holdStill(root: HTMLElement, { id, top }: Held, ids: readonly string[]): void {
  const card = cardOf(root, id)
  const list = root.querySelector('ul')
  const index = ids.indexOf(id)
  if (card) window.scrollBy(0, card.getBoundingClientRect().top - top)
  else if (list && index >= 0) {
    window.scrollBy(0, list.getBoundingClientRect().top + index * ROW_PX - top)
  }
}

/**
 * Keeps the book's order until everybody is there, then gives way to the ranks in one step, in which the card that the
 * user is at stays where it is on the screen.
 * @param places rows in the book's order
 * @param ids of the ranked rows, for the card that is not drawn at its new place
 * @returns `arriving`, the rows of the book's order as long as it is shown
 */
export function useCalmOrder(loading: boolean, places: readonly Place[], ids: readonly string[]) {
  const root = useRef<HTMLDivElement>(null)
  const held = useRef<Held | null>(null)
  const [arriving, setArriving] = useState(loading ? places : null)
  useLayoutEffect(() => {
    if (loading) setArriving(places)
    else if (arriving && root.current) {
      // The old order is still on screen here: this is the last moment at which it can be measured.
      held.current = heldIn(root.current)
      setArriving(null)
    }
  }, [loading, places, arriving])
  useLayoutEffect(() => {
    if (arriving || !held.current || !root.current) return
    holdStill(root.current, held.current, ids)
  }, [arriving, ids])
  useEffect(() => {
    const last = held.current
    if (arriving || !last) return
    held.current = null
    // The row of the old order is gone, and the focus with it.
    requestAnimationFrame(() => {
      if (last.focus === null || !root.current || document.activeElement !== document.body) return
      controlOf(root.current, last)?.focus({ preventScroll: true })
    })
  }, [arriving])
  return { root, arriving: loading ? places : arriving }
}
