import { useEffect } from 'react'
import { registerUnsavedWork } from './unsaved-work.ts'

/** While `dirty`, nothing is swapped or reloaded under the user's hands. */
export function useUnsavedWork(dirty: boolean): void {
  useEffect(() => (dirty ? registerUnsavedWork(() => true) : undefined), [dirty])
}
