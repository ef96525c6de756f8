import { createWritableValue } from '@propsight/shared/client'
import type { Readable, ShellLocation } from '@propsight/shared/contracts'

export interface LocationStore extends Readable<ShellLocation> {
  /** Navigates to a path of this page with optional query and hash. @throws RangeError for any other URL */
  navigate(to: string, options?: { replace?: boolean }): void
}

/** Lowercases a path and removes trailing slashes. The result always begins with exactly one `/` (S1). */
export const normalisePath = (path: string): string => `/${path.toLowerCase().replace(/^\/+|\/+$/g, '')}`

/**
 * Creates the store of path and query. The shell's routes are a flat list from the registry at run time, so
 * the nested matching of a router library is not needed (docs/adr/0004).
 */
export function createLocationStore(page: Window): LocationStore {
  const read = (): ShellLocation => ({
    path: normalisePath(page.location.pathname),
    search: page.location.search,
  })
  const current = createWritableValue(read())
  const changed = () => {
    const next = read()
    const last = current.get()
    if (next.path !== last.path || next.search !== last.search) current.set(next)
  }
  page.addEventListener('popstate', changed)
  return {
    get: current.get,
    subscribe: current.subscribe,
    navigate(to, options) {
      // Browsers resolve '//host' and '/\host' to another origin.
      if (!/^\/(?![/\\])/.test(to)) throw new RangeError(`'${to}' is not a path of this page`)
      const from = current.get().path
      page.history[options?.replace ? 'replaceState' : 'pushState'](null, '', to)
      changed()
      if (current.get().path !== from && !options?.replace) page.scrollTo(0, 0)
    },
  }
}
