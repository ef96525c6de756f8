import { createValue } from '@propsight/shared/client'
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
  const read = (): ShellLocation => ({
    path: normalisePath(page.location.pathname),
    search: page.location.search,
  })
  const current = createValue(read())
  const changed = () => {
    const [next, last] = [read(), current.get()]
    if (next.path !== last.path || next.search !== last.search) current.set(next)
  }
  page.addEventListener('popstate', changed)
  return {
    get: current.get,
    subscribe: current.subscribe,
    navigate(to, options) {
      // '//host' and '/\host' are other origins in disguise.
      if (!/^\/(?![/\\])/.test(to)) throw new RangeError(`'${to}' is not a path of this page`)
      const from = current.get().path
      page.history[options?.replace ? 'replaceState' : 'pushState'](null, '', to)
      changed()
      if (current.get().path !== from && !options?.replace) page.scrollTo(0, 0)
    },
  }
}
