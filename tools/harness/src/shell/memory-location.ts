import { createValue } from '@propsight/shared/client'
import { type Placement, pathsOf, type ShellLocation } from '@propsight/shared/contracts'

const parse = (to: string): ShellLocation => {
  const { pathname, search } = new URL(to, 'http://harness.invalid')
  return { path: `/${pathname.toLowerCase().replace(/^\/+|\/+$/g, '')}`, search }
}

/** Where the shell would show the remote: '/' behind an overlay. */
export const addressOf = (placement: Placement): string => pathsOf(placement)[0] ?? '/'

/** Whether the shell would still show this remote at the address. An overlay stays wherever one goes. */
export const staysAt = (placement: Placement, path: string): boolean =>
  placement.mount === 'overlay' || pathsOf(placement).includes(path)

/** The shell's address without the browser's: the frame stays, whatever the remote navigates to. */
export function createMemoryLocation(first: string) {
  const history = [parse(first)]
  const current = createValue<ShellLocation>(parse(first))
  return {
    get: current.get,
    subscribe: current.subscribe,
    /** @throws RangeError for what is no path of the page, as in the shell */
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
