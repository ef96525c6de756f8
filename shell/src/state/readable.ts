import type { Readable } from '@propsight/shared/contracts'
import type { Atom, createStore } from 'jotai'

/** Wraps an atom of the shell for remotes, so that the contract does not depend on jotai. */
export const readable = <T>(store: ReturnType<typeof createStore>, of: Atom<T>): Readable<T> => ({
  get: () => store.get(of),
  subscribe: (onChange) => store.sub(of, onChange),
})
