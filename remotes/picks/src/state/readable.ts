import type { Readable } from '@propsight/shared/contracts'
import { useSyncExternalStore } from 'react'

/** The current value of a `Readable` of the shell; renders again on each change. */
export const useReadable = <T>(readable: Readable<T>): T =>
  useSyncExternalStore(readable.subscribe, readable.get)
