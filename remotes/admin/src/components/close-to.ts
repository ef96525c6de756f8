import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

/**
 * Closes the dialog of an action that removes the button it was opened with, and focuses `place`. The dialog
 * must be unmounted before, because on closing it returns the focus to that button; hence `flushSync`.
 */
export function closeTo(place: RefObject<HTMLElement | null>, close: () => void): void {
  flushSync(close)
  place.current?.focus()
}
