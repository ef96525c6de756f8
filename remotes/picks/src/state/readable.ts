import type { Readable } from '@propsight/shared/contracts'
import { useSyncExternalStore } from 'react'

/** The current value of something that lives in the shell. */
export const useReadable = <T>(readable: Readable<T>): T =>
  useSyncExternalStore(readable.subscribe, readable.get)
