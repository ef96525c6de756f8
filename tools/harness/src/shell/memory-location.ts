import { createValue } from '@propsight/shared/client'
import { type Placement, pathsOf, type ShellLocation } from '@propsight/shared/contracts'

const parse = (to: string): ShellLocation => {
  const { pathname, search } = new URL(to, 'http://harness.invalid')
  return { path: `/${pathname.toLowerCase().replace(/^\/+|\/+$/g, '')}`, search }
}

/** Returns the path at which the shell shows the remote: its first path, '/' for an overlay. */
export const addressOf = (placement: Placement): string => pathsOf(placement)[0] ?? '/'

/** Returns whether the shell shows this remote at a path. An overlay stays open at every path. */
export const staysAt = (placement: Placement, path: string): boolean =>
  placement.mount === 'overlay' || pathsOf(placement).includes(path)

/**
 * Creates the shell's location in memory, so that navigation of the remote does not change the frame's URL.
 */
export function createMemoryLocation(first: string) {
  const history = [parse(first)]
  const current = createValue<ShellLocation>(parse(first))
  return {
    get: current.get,
    subscribe: current.subscribe,
    /** @throws RangeError if `to` is not a path of the page, as in the shell */
    navigate(to: string, options?: { replace?: boolean }): void {
      if (!/^\/(?![/\\])/.test(to)) throw new RangeError(`'${to}' is not a path of this page`)
      if (options?.replace) history.pop()
      history.push(parse(to))
      current.set(parse(to))
    },
    back(): void {
      if (history.length > 1) history.pop()
      const last = history.at(-1)
      if (last) current.set(last)
    },
  }
}
