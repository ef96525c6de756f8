import type { RefObject } from 'react'

/** Where a deed takes its own button away the focus goes to what it was about, once its dialog has closed. */
export const restFocus = (place: RefObject<HTMLElement | null>): void => {
  requestAnimationFrame(() => place.current?.focus())
}
