import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

/**
 * Closes the dialog of a deed that takes its own button away: the focus goes to what it was about. The dialog has to
 * have gone by then, since it gives the focus back to that button.
 */
export function closeTo(place: RefObject<HTMLElement | null>, close: () => void): void {
  flushSync(close)
  place.current?.focus()
}
