import type { RemoteProps } from '@propsight/shared/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { WeatherView } from './weather-view.tsx'

/** The remote's root: the shell's query client around the view, so that an hour's answers outlive its closing. */
export const Root = ({ shell }: RemoteProps) => (
  <QueryClientProvider client={shell.queryClient}>
    <WeatherView shell={shell} />
  </QueryClientProvider>
)
