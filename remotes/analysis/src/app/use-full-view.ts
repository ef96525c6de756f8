import { useSetAtom } from 'jotai'
import { useEffect, useLayoutEffect } from 'react'
import { fullViewOpenAtom } from '../state/view.ts'

/** Elements that handle Esc themselves. */
const HANDLES_ESCAPE = 'input, textarea, select, dialog, [role=dialog], [role=alertdialog], [role=menu]'

/** Closes a full view on Esc, unless the focused element or an open dialog handles the key. */
export function useCloseOnEscape(onEscape: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(HANDLES_ESCAPE)) return
      if (document.querySelector('dialog[open], [role=dialog], [role=alertdialog]')) return
      onEscape()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onEscape])
}

/**
 * Replaces the Dashboard by a full view and keeps the hidden Dashboard mounted. On closing it restores the
 * scroll position and the focus.
 * @param returnTo finds the element to focus on closing; if it finds none, the element focused before opening
 * is used
 */
export function useFullView(returnTo: () => HTMLElement | null): void {
  const setFullViewOpen = useSetAtom(fullViewOpenAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll and focus are captured once, on opening
  useLayoutEffect(() => {
    const focusedBefore = document.activeElement
    const scrollBefore = window.scrollY
    setFullViewOpen(true)
    window.scrollTo(0, 0)
    return () => {
      setFullViewOpen(false)
      requestAnimationFrame(() => {
        window.scrollTo(0, scrollBefore)
        const target = returnTo() ?? focusedBefore
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
    }
  }, [])
}
