import { useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { coveredAtom } from '../state/view.ts'

/**
 * Replaces the Dashboard by a full view and keeps the hidden Dashboard mounted. On closing it restores the
 * scroll position and the focus.
 * @param returnTo finds the element to focus on closing; if it finds none, the element focused before opening
 * is used
 */
export function useCover(returnTo: () => HTMLElement | null): void {
  const cover = useSetAtom(coveredAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll and focus are captured once, on opening
  useLayoutEffect(() => {
    const from = document.activeElement
    const stood = window.scrollY
    cover(true)
    window.scrollTo(0, 0)
    return () => {
      cover(false)
      requestAnimationFrame(() => {
        window.scrollTo(0, stood)
        const back = returnTo() ?? from
        if (back instanceof HTMLElement) back.focus({ preventScroll: true })
      })
    }
  }, [])
}
