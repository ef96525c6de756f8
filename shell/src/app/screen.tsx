import type { ShellApi } from '@propsight/shared/contracts'
import { ErrorState, Skeleton } from '@propsight/shared/ui'
import { type ReactElement, Suspense } from 'react'
import { UnmountBoundary } from '../loader/remote-boundary.tsx'
import { RemoteView } from '../loader/remote-view.tsx'
import { useRegistry } from '../loader/use-registry.ts'
import { OverrideGate } from './developer-tools.tsx'
import { PricingPage, RetiredPage, ScannerPage } from './lazy-screens.ts'
import { type Route, routeOf } from './route.ts'

const ScreenSkeleton = ({ title }: { title: string }) => (
  <section className="u-page" aria-busy="true" aria-label={`Loading ${title}`}>
    <Skeleton width={180} height={28} />
  </section>
)

interface ScreenProps {
  route: Route
  shell: ShellApi
}

/** The content of a route, below the header. */
export const Screen = (props: ScreenProps): ReactElement => (
  <UnmountBoundary>
    <ScreenContent {...props} />
  </UnmountBoundary>
)

function ScreenContent({ route, shell }: ScreenProps): ReactElement {
  const { status, registry, reload } = useRegistry()
  if (route.kind === 'remote')
    return (
      <OverrideGate entry={route.entry}>
        <RemoteView entry={route.entry} shell={shell} />
      </OverrideGate>
    )
  if (route.kind === 'retired') {
    const { redirectTo } = route
    // Two retired remotes that lead to each other would never arrive anywhere.
    const leads = redirectTo !== null && routeOf(registry, redirectTo).kind !== 'retired'
    return (
      <Suspense fallback={<ScreenSkeleton title={route.title} />}>
        <RetiredPage title={route.title} redirectTo={leads ? redirectTo : null} shell={shell} />
      </Suspense>
    )
  }
  if (route.kind === 'nothing') {
    if (status === 'loading') return <ScreenSkeleton title={route.title} />
    return (
      <div className="u-page">
        <h1 className="u-vh">{route.title}</h1>
        <ErrorState
          icon="plug"
          title="The parts of Propsight could not be loaded"
          onRetry={() => void reload()}
        >
          The server did not list them. Your data is safe.
        </ErrorState>
      </div>
    )
  }
  return (
    <Suspense fallback={<ScreenSkeleton title={route.title} />}>
      {route.kind === 'scanner' ? <ScannerPage /> : <PricingPage />}
    </Suspense>
  )
}
