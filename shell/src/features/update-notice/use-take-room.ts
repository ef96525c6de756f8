import { type RefObject, useLayoutEffect } from 'react'

/** Read by other elements at the bottom edge: toasts on small screens, the federation panel, the footer. */
const ROOM = '--notice-room'
const GAP_PX = 20

/** Publishes the height of an element at the bottom edge as a CSS variable in px, while it is mounted. */
export function useTakeRoom(element: RefObject<HTMLElement | null>): void {
  // After every render, because the height changes with the text.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const tell = () => style.setProperty(ROOM, `${(element.current?.offsetHeight ?? 0) + GAP_PX}px`)
    tell()
    addEventListener('resize', tell)
    return () => {
      removeEventListener('resize', tell)
      style.removeProperty(ROOM)
    }
  })
}
