import type { ShellApi } from '@propsight/shared/contracts'
import { createContext, type ReactNode, use } from 'react'

type ExtensionShell = Pick<ShellApi, 'renderExtension'>

const ShellContext = createContext<ExtensionShell | null>(null)

/** Provides the shell to the cells that show extensions. */
export const ShellProvider = ({ shell, children }: { shell: ExtensionShell; children: ReactNode }) => (
  <ShellContext value={shell}>{children}</ShellContext>
)

/** What the shell provides for extensions. @throws Error outside of `ShellProvider` */
export function useShell(): ExtensionShell {
  const shell = use(ShellContext)
  if (!shell) throw new Error('useShell needs a ShellProvider above it')
  return shell
}
