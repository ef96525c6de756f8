import { useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { coveredAtom } from '../state/view.ts'

/**
 * Puts a view in place of the Dashboard, which stays as it is behind it: when the view closes, the page stands where it
 * stood, with the focus on what opened it.
 * @param returnTo what has the focus then, where what opened it is gone
 */
export function useCover(returnTo: () => HTMLElement | null): void {
  const cover = useSetAtom(coveredAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: how things stood before is asked once, on opening
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
