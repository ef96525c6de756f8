import { useReadable } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { readView, type View, viewSearch } from './view.ts'

/** Debounce of URL updates while typing: browsers reject a URL that changes with every keystroke. */
const PAUSE_MS = 250
const PATH = '/scanner'

/**
 * The view, synchronized with the URL. A URL change from outside (a link, Back) sets the view. A change on the screen
 * replaces the URL, so that Back does not step through every filter; only the first expanded prop adds an entry, so
 * that Back collapses it.
 */
export function useView(shell: Pick<ShellApi, 'location' | 'navigate'>) {
  const { path, search } = useReadable(shell.location)
  const [view, setView] = useState(() => readView(search))
  /** The last query string that was read or written here. A different one came from outside. */
  const synced = useRef(search)
  const latest = useRef(view)

  useEffect(() => {
    if (path !== PATH || synced.current === search) return
    synced.current = search
    latest.current = readView(search)
    setView(latest.current)
  }, [path, search])

  const write = useCallback(
    (replace: boolean) => {
      const next = viewSearch(latest.current)
      if (next === synced.current) return
      synced.current = next
      shell.navigate(`${PATH}${next}`, { replace })
    },
    [shell],
  )
  // After a pause, for typing. A screen that is closed in between does not write.
  useEffect(() => {
    if (viewSearch(view) === synced.current) return
    const timer = setTimeout(() => write(true), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [view, write])

  const change = useCallback(
    (part: Partial<View>) => {
      const wasOpen = latest.current.open !== null
      latest.current = { ...latest.current, ...part }
      setView(latest.current)
      if (part.open !== undefined) write(wasOpen || part.open === null)
    },
    [write],
  )
  return [view, change] as const
}
