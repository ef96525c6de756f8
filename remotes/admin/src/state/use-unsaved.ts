import { useEffect, useRef } from 'react'
import { useShell } from './shell.tsx'

/** Registers unsaved work with the shell, which does not swap the release of this screen meanwhile. */
export function useUnsaved(isUnsaved: boolean): void {
  const shell = useShell()
  const now = useRef(isUnsaved)
  now.current = isUnsaved
  useEffect(() => shell.registerUnsavedWork(() => now.current), [shell])
}
