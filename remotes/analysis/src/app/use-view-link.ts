import { useReadable, useShell } from '@propsight/shared/client'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { settingsAtom } from '../state/settings.ts'
import { fullViewOpenAtom, viewAtom } from '../state/view.ts'
import { buildLink, readLink } from '../state/view-link.ts'

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

/** Debounce of URL updates: browsers reject a URL that changes with every keystroke. */
const PAUSE_MS = 250

/**
 * Synchronizes view and URL. A URL change from outside (a link, Back) sets the view and the settings. A
 * change on the screen replaces the URL, so that Back does not step through every filter.
 */
export function useViewLink(): void {
  const shell = useShell()
  const { search } = useReadable(shell.location)
  const [view, setView] = useAtom(viewAtom)
  const [{ category, window, oddsType }, change] = useAtom(settingsAtom)
  const link = buildLink(view, { category, window, oddsType })
  /** The last query string read or written here. A different one came from outside. */
  const syncedSearch = useRef<string | null>(null)
  /** The link of the last render; null while a URL from outside is being applied. */
  const lastLink = useRef<string | null>(null)

  useEffect(() => {
    if (syncedSearch.current === search) return
    syncedSearch.current = search
    lastLink.current = null
    const { settings, view: linked, plain } = readLink(search)
    if (Object.keys(settings).length > 0) change(settings)
    // The plain URL of the tab contains no filters: the board keeps its filters, and a full view closes.
    setView((before) => (plain ? { ...before, open: null, record: false } : linked))
  }, [search, change, setView])

  useEffect(() => {
    const before = lastLink.current
    lastLink.current = link
    if (before === null || before === link) return
    const timer = setTimeout(() => {
      syncedSearch.current = new URL(link, document.baseURI).search
      shell.navigate(link, { replace: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [link, shell])
}

/** Builds the URL of a full view. Callers pass it to `shell.navigate`, so that Back closes the view. */
export function useLinkTo() {
  const view = useAtomValue(viewAtom)
  const { category, window, oddsType } = useAtomValue(settingsAtom)
  return (part: Partial<typeof view>) =>
    buildLink({ ...view, open: null, record: false, ...part }, { category, window, oddsType })
}
