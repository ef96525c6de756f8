import type { Readable, ShellApi } from '@propsight/shared/contracts'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'

const ShellContext = createContext<ShellApi | null>(null)

export const ShellProvider = ({ shell, children }: { shell: ShellApi; children: ReactNode }) => (
  <ShellContext value={shell}>{children}</ShellContext>
)

/** The API that the shell provides to this remote. @throws Error outside of `ShellProvider` */
export function useShell(): ShellApi {
  const shell = use(ShellContext)
  if (!shell) throw new Error('useShell needs a ShellProvider above it')
  return shell
}

/** Subscribes to a readable value of the shell and returns its current value. */
export const useReadable = <T,>(readable: Readable<T>): T =>
  useSyncExternalStore(readable.subscribe, readable.get)
