import { createUnsavedWork } from '@propsight/shared/client'
import { useEffect } from 'react'

/** Registers unsaved work while `dirty`, which delays swaps and reloads. */
export function useUnsavedWork(dirty: boolean): void {
  useEffect(() => (dirty ? registerUnsavedWork(() => true) : undefined), [dirty])
}

const work = createUnsavedWork()

/** Registers a check for unsaved work. @returns unregisters it */
export const registerUnsavedWork = work.register

/** Whether a swap or a reload would lose work. A check that throws counts as unsaved work. */
export const hasUnsavedWork = (): boolean => work.read().dirty
