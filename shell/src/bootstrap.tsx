// Must be the first import: other modules create zod schemas at load, and the setting applies only to later
// schemas.
import './config/no-eval.ts'
import '@propsight/shared/ui/base.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App, CrashPage } from './app/app.tsx'
import { createServices } from './app/create-services.ts'
import { prepareRoute } from './app/lazy-screens.ts'
import { routeOf } from './app/route.ts'
import { readPageConfig } from './config/page-config.ts'
import { takeAuthLink } from './features/session/auth-link.ts'
import { startSession } from './features/session/start-session.ts'
import { loadLog } from './loader/load-log.ts'
import { RemoteBoundary, UnmountBoundary } from './loader/remote-boundary.tsx'
import { registryStore } from './loader/use-registry.ts'
import { recordPageError } from './state/page-errors.ts'
import type { Services } from './state/services.ts'
import { applyChosenTheme, chooseTheme, themeAtom } from './state/theme.ts'

/** Longest delay of the background work, ms. Until then the first view has the network to itself. */
const MAX_DELAY_MS = 3_000
const RETRY_MS = 10_000

/**
 * Loads and starts the background work (`startBackground`) after the first remote has loaded or failed, or after a
 * delay.
 */
function scheduleBackground(services: Services): void {
  const start = () => {
    unsubscribe()
    clearTimeout(timer)
    import('./app/start-background.ts').then(
      ({ startBackground }) => startBackground(services),
      () => setTimeout(start, RETRY_MS),
    )
  }
  const timer = setTimeout(start, MAX_DELAY_MS)
  const unsubscribe = loadLog.subscribe(() => {
    if (loadLog.get().some(({ state }) => state !== 'loading')) start()
  })
}

// Runs first, so that auth tokens stay in the URL and the history as briefly as possible.
const link = takeAuthLink(window)
const services = createServices(readPageConfig(document), window)
const { store, storage, location } = services

// Before React renders: the route's code may then be ready for the first frame.
prepareRoute(routeOf(registryStore().get().registry, location.get().path), storage)

store.set(themeAtom, applyChosenTheme(document))
store.sub(themeAtom, () => chooseTheme(document, store.get(themeAtom)))

startSession(services, link)
const root = document.getElementById('root')
const app = (
  <RemoteBoundary
    fallback={() => <CrashPage onReload={services.reload} />}
    onError={(error) => recordPageError('page', error)}
  >
    <UnmountBoundary>
      <App services={services} />
    </UnmountBoundary>
  </RemoteBoundary>
)
// A transition renders in slices, so that the browser can paint and handle input in between.
if (root) startTransition(() => createRoot(root).render(app))
scheduleBackground(services)
