import { type ReactElement, Suspense, useSyncExternalStore } from 'react'
import { STORAGE } from '../config/storage-keys.ts'
import { useRegistry } from '../loader/use-registry.ts'
import { overriddenEntry } from '../state/override-owner.ts'
import { useServices } from '../state/services.ts'
import { tabStorage } from '../state/tab-storage.ts'
import { lazyPart } from './lazy-part.tsx'
import { MissingForNow } from './missing-parts.tsx'

const OverrideLink = lazyPart(
  async () => (await import('../features/override/override-link.tsx')).OverrideLink,
  MissingForNow,
)
const OverrideWatch = lazyPart(
  async () => (await import('../features/override/override-watch.tsx')).OverrideWatch,
  MissingForNow,
)
const Banner = lazyPart(
  async () => (await import('../features/override/active-override.tsx')).OverrideBanner,
  MissingForNow,
)
const FederationPanel = lazyPart(
  async () => (await import('../features/federation-panel/federation-panel.tsx')).FederationPanel,
  MissingForNow,
)

/** Developer tools: override request, override watch and federation panel. Each loads on first use. */
export function DeveloperParts(): ReactElement | null {
  const { location } = useServices()
  const { registry } = useRegistry()
  const { search } = useSyncExternalStore(location.subscribe, location.get)
  const asked = /[?&]debug=federation(&|$)/.test(search)
  // `federation`: the panel was opened in this browser tab before. `closed`: it was closed by the developer.
  const kept = tabStorage.get(STORAGE.debug)
  const panel =
    asked || kept === 'federation' || (process.env.NODE_ENV === 'development' && kept !== 'closed')
  return (
    <Suspense fallback={null}>
      {/[?&]dev-remote=/.test(search) && <OverrideLink />}
      {overriddenEntry(registry) && <OverrideWatch />}
      {panel && <FederationPanel asked={asked} />}
    </Suspense>
  )
}

/** Banner above every screen while a remote runs from a developer's machine. */
export function OverrideNotice(): ReactElement | null {
  const entry = overriddenEntry(useRegistry().registry)
  return entry ? (
    <Suspense fallback={null}>
      <Banner entry={entry} />
    </Suspense>
  ) : null
}
