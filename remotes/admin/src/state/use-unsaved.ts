import { useEffect, useRef } from 'react'
import { useShell } from './shell.tsx'

/** Holds a new release of this screen back while something is typed that nobody has sent. */
export function useUnsaved(isUnsaved: boolean): void {
  const shell = useShell()
  const now = useRef(isUnsaved)
  now.current = isUnsaved
  useEffect(() => shell.registerUnsavedWork(() => now.current), [shell])
}
