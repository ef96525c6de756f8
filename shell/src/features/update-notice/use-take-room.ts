import { type RefObject, useLayoutEffect } from 'react'

/** Read by what stands at the same edge of the screen: toasts on small screens, the federation panel, the footer. */
const ROOM = '--notice-room'
const GAP_PX = 20

/** Says in a variable of the page how much of its bottom edge an element takes, in px, as long as it is mounted. */
export function useTakeRoom(element: RefObject<HTMLElement | null>): void {
  // After every render: its height changes with what it says.
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
