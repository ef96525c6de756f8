import { randomHex } from '@propsight/shared/client'
import { DEV_VERSION, SHELL_RELEASE_NAME } from '@propsight/shared/contracts'
import { announceEmailChange } from '../features/account/announce-email-change.ts'
import { watchAlerts } from '../features/alerts/watch-alerts.ts'
import { openPaletteByKey } from '../features/palette/palette-key.ts'
import { watchSession } from '../features/rights/watch-session.ts'
import { syncProfileAcrossTabs } from '../features/session/sync-tabs.ts'
import { guardNavigation } from '../features/unsaved-work/guard-navigation.ts'
import { keepForOffline } from '../loader/background/keep-for-offline.ts'
import { pollRegistry, storeRegistry } from '../loader/background/poll-registry.ts'
import { logFailedLoads, logRemoteErrors, reportErrors } from '../loader/background/report-errors.ts'
import { reportLoads } from '../loader/background/report-loads.ts'
import { swapReleases } from '../loader/background/swap-releases.ts'
import { watchRemotes } from '../loader/background/watch-remotes.ts'
import { fallbackTicket } from '../loader/choose-release.ts'
import { leasePage } from '../loader/lease/lease-page.ts'
import { loadLog, recordLoad } from '../loader/load-log.ts'
import { isDevelopment } from '../loader/release-records.ts'
import { registryStore } from '../loader/use-registry.ts'
import { pageErrors } from '../state/page-errors.ts'
import type { Services } from '../state/services.ts'
import { lastApiErrorAtom } from '../state/session.ts'
import { updatesAtom } from '../state/toasts.ts'
import { routeOf } from './route.ts'

/**
 * Starts the background work after the first view, until the page ends: storing the registry, reports of
 * loads and errors, session and profile synchronization, alerts, and updates to newer releases.
 */
export function startBackground(services: Services): void {
  const { store, supabase, config, location, log, reload } = services
  const registry = registryStore()
  const storeNewest = () => {
    const { newest, source } = registry.get()
    if (newest && source !== 'stored') storeRegistry(newest, () => localStorage)
  }
  registry.subscribe(storeNewest)
  storeNewest()
  const shell = import.meta.env?.BUILD_VERSION ?? DEV_VERSION
  let token: string | null = null
  supabase.auth.onAuthStateChange((_event, session) => {
    token = session?.access_token ?? null
  })
  // The page is shown: the shell itself loaded.
  recordLoad({
    name: SHELL_RELEASE_NAME,
    version: shell,
    state: 'loaded',
    isShown: true,
    trace: randomHex(4),
    at: 0,
    ms: Math.round(performance.now()),
  })
  reportLoads({
    log: loadLog,
    isPreview: () => registry.get().newest?.preview !== undefined,
    ticket: (release) => fallbackTicket(release) ?? registry.get().newest?.ticket,
    shell,
    address: `${config.apiUrl}/api/loads`,
    token: () => token,
  })
  reportErrors({
    errors: pageErrors,
    loads: loadLog,
    registry: () => registry.get().registry,
    path: () => location.get().path,
    onFailedCall: (onFailure) =>
      store.sub(lastApiErrorAtom, () => onFailure(store.get(lastApiErrorAtom)?.requestId ?? null)),
    shell,
    address: `${config.apiUrl}/api/client-errors`,
  })
  leasePage()
  watchRemotes({ registry, loads: loadLog })
  logRemoteErrors(log)
  logFailedLoads(log, loadLog)
  if (config.serviceWorker) void keepForOffline(registry, log)
  guardNavigation(services, (path) => {
    const route = routeOf(registry.get().registry, path)
    return route.kind === 'remote' ? route.entry.name : route.path
  })
  watchSession(services)
  watchAlerts(services)
  announceEmailChange(services)
  openPaletteByKey(services)
  syncProfileAcrossTabs(services)
  swapReleases({
    store: registry,
    version: import.meta.env?.BUILD_VERSION,
    location,
    reload,
    onUpdates: (updates) => store.set(updatesAtom, updates),
  })
  // In development the page lists the remotes. The API only knows released ones.
  if (!registry.get().registry?.remotes.some(isDevelopment)) pollRegistry(registry, () => token)
}
