import type { RemoteProps } from '@propsight/shared/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { WeatherView } from './weather-view.tsx'

/**
 * Root of the remote. Uses the shell's query client, so that cached responses remain when the overlay is
 * closed.
 */
export const Root = ({ shell }: RemoteProps) => (
  <QueryClientProvider client={shell.queryClient}>
    <WeatherView shell={shell} />
  </QueryClientProvider>
)
