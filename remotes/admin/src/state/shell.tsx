import type { Readable, ShellApi } from '@propsight/shared/contracts'
import { createContext, type ReactNode, use, useEffect, useRef, useSyncExternalStore } from 'react'

/** Registers unsaved work with the shell, which does not swap the release of this screen meanwhile. */
export function useUnsaved(isUnsaved: boolean): void {
  const shell = useShell()
  const now = useRef(isUnsaved)
  now.current = isUnsaved
  useEffect(() => shell.registerUnsavedWork(() => now.current), [shell])
}

const ShellContext = createContext<ShellApi | null>(null)

export const ShellProvider = ({ shell, children }: { shell: ShellApi; children: ReactNode }) => (
  <ShellContext value={shell}>{children}</ShellContext>
)

/** The shell API of this remote. @throws Error outside of `ShellProvider` */
export function useShell(): ShellApi {
  const shell = use(ShellContext)
  if (!shell) throw new Error('useShell needs a ShellProvider above it')
  return shell
}

/** The current value of a `Readable` of the shell; renders again on each change. */
export const useReadable = <T,>(readable: Readable<T>): T =>
  useSyncExternalStore(readable.subscribe, readable.get)
