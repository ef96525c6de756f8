import type { Readable } from '@propsight/shared/contracts'
import type { Atom, createStore } from 'jotai'

/** An atom of the shell as remotes see it: no jotai crosses the seam. */
export const readable = <T>(store: ReturnType<typeof createStore>, of: Atom<T>): Readable<T> => ({
  get: () => store.get(of),
  subscribe: (onChange) => store.sub(of, onChange),
})
