import type { Readable, ShellLocation } from '@propsight/shared/contracts'

export interface LocationStore extends Readable<ShellLocation> {
  /** A path of this page with its query; anything else is refused. */
  navigate(to: string, options?: { replace?: boolean }): void
}

/** Lowercased, without a trailing slash, always beginning with one `/` (specification 1 §2). */
export const normalisePath = (path: string): string => `/${path.toLowerCase().replace(/^\/+|\/+$/g, '')}`

/**
 * The address bar as a store. The shell's routes are a flat list that the registry brings at run time, so a router's
 * nested matching would be weight without use (docs/adr/0004).
 */
export function createLocationStore(page: Window): LocationStore {
  const listeners = new Set<() => void>()
  const read = (): ShellLocation => ({
    path: normalisePath(page.location.pathname),
    search: page.location.search,
  })
  let current = read()
  const changed = () => {
    const next = read()
    if (next.path === current.path && next.search === current.search) return
    current = next
    for (const listener of listeners) listener()
  }
  page.addEventListener('popstate', changed)
  return {
    get: () => current,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    navigate(to, options) {
      // '//host' and '/\host' are other origins in disguise.
      if (!/^\/(?![/\\])/.test(to)) throw new RangeError(`'${to}' is not a path of this page`)
      const from = current.path
      page.history[options?.replace ? 'replaceState' : 'pushState'](null, '', to)
      changed()
      if (current.path !== from && !options?.replace) page.scrollTo(0, 0)
    },
  }
}
