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
import { scheduleBackground } from './app/schedule-background.ts'
import { readPageConfig } from './config/page-config.ts'
import { takeAuthLink } from './features/session/auth-link.ts'
import { startSession } from './features/session/start-session.ts'
import { RemoteBoundary, UnmountBoundary } from './loader/remote-boundary.tsx'
import { registryStore } from './loader/use-registry.ts'
import { recordPageError } from './state/page-errors.ts'
import { applyChosenTheme, chooseTheme, themeAtom } from './state/theme.ts'

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
