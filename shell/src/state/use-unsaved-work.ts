import { useEffect } from 'react'
import { registerUnsavedWork } from './unsaved-work.ts'

/** Registers unsaved work while `dirty`, which delays swaps and reloads. */
export function useUnsavedWork(dirty: boolean): void {
  useEffect(() => (dirty ? registerUnsavedWork(() => true) : undefined), [dirty])
}
