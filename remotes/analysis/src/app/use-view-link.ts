import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { settingsAtom } from '../state/settings.ts'
import { useReadable, useShell } from '../state/shell.tsx'
import { viewAtom } from '../state/view.ts'
import { linkOf, readLink } from '../state/view-link.ts'

/** The address follows what is chosen after a pause: browsers refuse one that changes with every letter. */
const PAUSE_MS = 250

/**
 * Keeps view and address the same. What comes by the address (a link, Back) is taken over, settings included; what is
 * chosen on the screen replaces the address, so that Back does not lead through every filter.
 */
export function useViewLink(): void {
  const shell = useShell()
  const { search } = useReadable(shell.location)
  const [view, setView] = useAtom(viewAtom)
  const [{ category, window, oddsType }, change] = useAtom(settingsAtom)
  const link = linkOf(view, { category, window, oddsType })
  /** The query that this screen knows of: another one came from outside. */
  const known = useRef<string | null>(null)
  /** What the address says, or would say: null while that is being taken over. */
  const told = useRef<string | null>(null)

  useEffect(() => {
    if (known.current === search) return
    known.current = search
    told.current = null
    const { settings, view: linked, plain } = readLink(search)
    if (Object.keys(settings).length > 0) change(settings)
    // The tab's own address says nothing about filters: the board stays as it was left, what covers it closes.
    setView((before) => (plain ? { ...before, open: null, record: false } : linked))
  }, [search, change, setView])

  useEffect(() => {
    const before = told.current
    told.current = link
    if (before === null || before === link) return
    const timer = setTimeout(() => {
      known.current = new URL(link, document.baseURI).search
      shell.navigate(link, { replace: true })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [link, shell])
}

/** The address of the view with this in it, for what opens: followed by `shell.navigate`, so that Back closes it. */
export function useLinkTo() {
  const view = useAtomValue(viewAtom)
  const { category, window, oddsType } = useAtomValue(settingsAtom)
  return (part: Partial<typeof view>) =>
    linkOf({ ...view, open: null, record: false, ...part }, { category, window, oddsType })
}
