import { useReadable, useShell } from '@propsight/shared/client'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { settingsAtom } from '../state/settings.ts'
import { viewAtom } from '../state/view.ts'
import { buildLink, readLink } from '../state/view-link.ts'

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
