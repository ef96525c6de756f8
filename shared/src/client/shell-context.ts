import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  use,
  useSyncExternalStore,
} from 'react'
import type { ConfigOf, Readable, ShellApi } from '../contracts/remote-contract.ts'

const ShellContext = createContext<ShellApi | null>(null)

/** Provides the shell to the components of a remote. */
export const ShellProvider = ({ shell, children }: { shell: ShellApi; children: ReactNode }): ReactElement =>
  createElement(ShellContext, { value: shell }, children)

/** The API that the shell provides to this remote. @throws Error outside of `ShellProvider` */
export function useShell(): ShellApi {
  const shell = use(ShellContext)
  if (!shell) throw new Error('useShell needs a ShellProvider above it')
  return shell
}

/** Subscribes to a readable value of the shell and returns its current value. */
export const useReadable = <T>(readable: Readable<T>): T =>
  useSyncExternalStore(readable.subscribe, readable.get)

/**
 * The configuration of the remote, with the types that its declaration has:
 * `useConfig<typeof import('../remote.json')>(shell)`.
 */
export const useConfig = <Declaration>(shell: Pick<ShellApi, 'config'>): ConfigOf<Declaration> =>
  useReadable(shell.config) as ConfigOf<Declaration>

function subscribeToConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Whether the browser is online. True does not mean that the server is reachable. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
