import type { RemoteProps } from '@propsight/shared/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { ShellProvider } from '../state/shell.tsx'
import { Admin } from './admin.tsx'

/** The remote's root: the shell and its query client around the admin screen. */
export const Root = ({ shell }: RemoteProps) => (
  <QueryClientProvider client={shell.queryClient}>
    <ShellProvider shell={shell}>
      <div className="u-page">
        <Admin />
      </div>
    </ShellProvider>
  </QueryClientProvider>
)
