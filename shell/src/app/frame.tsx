import { SCANNER_PATH, type ShellApi } from '@propsight/shared/contracts'
import { ErrorState, Skeleton } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { type ReactElement, Suspense, useEffect } from 'react'
import { Header } from '../features/header/header.tsx'
import { BottomBar, type Tab } from '../features/header/tab-links.tsx'
import { Footer } from '../features/legal/footer.tsx'
import { Bell } from '../features/notifications/bell.tsx'
import { OfflineBanner } from '../features/offline/offline-banner.tsx'
import { UnmountBoundary } from '../loader/remote-boundary.tsx'
import { RemoteView } from '../loader/remote-view.tsx'
import { useRegistry } from '../loader/use-registry.ts'
import { useServices } from '../state/services.ts'
import { userAtom } from '../state/session.ts'
import styles from './app.module.css'
import { OverrideGate, OverrideNotice } from './developer-tools.tsx'
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
const Screen = (props: ScreenProps): ReactElement => (
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

const MAIN_ID = 'main'
/** Window event that opens the scanner (S8). */
const SCANNER_EVENT = 'switchToAnalysisTab'

export interface FrameProps {
  route: Route
  tabs: readonly Tab[]
  shell: ShellApi
}

/** Header, screen and footer. Open pages before sign-in have no tabs, no bell and no account button. */
export function Frame({ route, tabs, shell }: FrameProps): ReactElement {
  const { location } = useServices()
  const signedIn = useAtomValue(userAtom) !== null

  useEffect(() => {
    if (!signedIn) return
    const toScanner = () => location.navigate(SCANNER_PATH)
    addEventListener(SCANNER_EVENT, toScanner)
    return () => removeEventListener(SCANNER_EVENT, toScanner)
  }, [signedIn, location])

  const shown = signedIn ? tabs : []
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href={`#${MAIN_ID}`}>
        Skip to content
      </a>
      <Header tabs={shown} current={route.path} bell={signedIn && <Bell />} />
      <OverrideNotice />
      <main className={styles.main} id={MAIN_ID} tabIndex={-1}>
        <Screen route={route} shell={shell} />
      </main>
      <OfflineBanner />
      <div className={styles.footer}>
        <Footer aboveThumbs={signedIn} />
        {signedIn && <BottomBar tabs={shown} current={route.path} />}
      </div>
    </div>
  )
}
