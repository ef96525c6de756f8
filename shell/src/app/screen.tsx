import type { ShellApi } from '@propsight/shared/contracts'
import { ErrorState, Skeleton } from '@propsight/shared/ui'
import { type ReactElement, Suspense } from 'react'
import { RemoteView } from '../federation/remote-view.tsx'
import { useRegistry } from '../federation/use-registry.ts'
import { PricingPage, ScannerPage } from './lazy-screens.ts'
import type { Route } from './route.ts'

const Waiting = ({ title }: { title: string }) => (
  <section className="u-page" aria-busy="true" aria-label={`Loading ${title}`}>
    <Skeleton width={180} height={28} />
  </section>
)

/** What a route shows below the header. */
export function Screen({ route, shell }: { route: Route; shell: ShellApi }): ReactElement {
  const { status, reload } = useRegistry()
  if (route.kind === 'remote') return <RemoteView entry={route.entry} shell={shell} />
  if (route.kind === 'nothing') {
    if (status === 'loading') return <Waiting title={route.title} />
    return (
      <div className="u-page">
        <ErrorState
          icon="plug"
          title="The parts of Propsight could not be listed"
          onRetry={() => void reload()}
        >
          The server did not say which parts there are. Nothing of yours is lost.
        </ErrorState>
      </div>
    )
  }
  return (
    <Suspense fallback={<Waiting title={route.title} />}>
      {route.kind === 'scanner' ? <ScannerPage /> : <PricingPage />}
    </Suspense>
  )
}
