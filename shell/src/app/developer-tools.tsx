import type { RegistryEntry, ShellApi } from '@propsight/shared/contracts'
import { useAtomValue } from 'jotai'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { STORAGE } from '../config/storage-keys.ts'
import { RemoteView } from '../loader/remote-view.tsx'
import { useRegistry } from '../loader/use-registry.ts'
import { overriddenEntry, ownsOverride } from '../state/override-owner.ts'
import { tabStorage } from '../state/safe-storage.ts'
import { useServices } from '../state/services.ts'
import { authLoadingAtom, userAtom } from '../state/session.ts'
import { lazyPart, MissingOptionalPart } from './lazy-part.tsx'

const OverrideHeld = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "developer" */ '../features/override/active-override.tsx'))
      .OverrideHeld,
  MissingOptionalPart,
)

/**
 * Renders a remote. An override (a remote from a developer's machine) renders only for the user who confirmed
 * it.
 */
export function OverrideGate(props: { entry: RegistryEntry; children: ReactNode }): ReactNode {
  return props.entry.override ? <OverrideForOwner {...props} /> : props.children
}

function OverrideForOwner({
  entry,
  children,
}: {
  entry: RegistryEntry
  children: ReactNode
}): ReactElement | null {
  const { storage } = useServices()
  const user = useAtomValue(userAtom)
  const loading = useAtomValue(authLoadingAtom)
  if (ownsOverride(storage, user)) return <>{children}</>
  if (loading) return null
  return (
    <Suspense fallback={null}>
      <OverrideHeld entry={entry} />
    </Suspense>
  )
}

const OverrideLink = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "developer" */ '../features/override/override-link.tsx')).OverrideLink,
  MissingOptionalPart,
)
const OverrideWatch = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "developer" */ '../features/override/active-override.tsx'))
      .OverrideWatch,
  MissingOptionalPart,
)
const Banner = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "developer" */ '../features/override/active-override.tsx'))
      .OverrideBanner,
  MissingOptionalPart,
)
const Preview = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "developer" */ '../features/override/active-override.tsx'))
      .PreviewBanner,
  MissingOptionalPart,
)
const FederationPanel = lazyPart(
  async () => (await import('../features/federation-panel/federation-panel.tsx')).FederationPanel,
  MissingOptionalPart,
)

/** Developer tools: override request, override watch and federation panel. Each loads on first use. */
export function DeveloperTools(): ReactElement | null {
  const { registry } = useRegistry()
  const { search } = useLocation()
  const requested = /[?&]debug=federation(&|$)/.test(search)
  // `federation`: the panel was opened in this browser tab before. `closed`: it was closed by the developer.
  const panelState = tabStorage.get(STORAGE.debug)
  const panel =
    requested ||
    panelState === 'federation' ||
    (process.env.NODE_ENV === 'development' && panelState !== 'closed')
  return (
    <Suspense fallback={null}>
      {/[?&]dev-remote=/.test(search) && <OverrideLink />}
      {overriddenEntry(registry) && <OverrideWatch />}
      {panel && <FederationPanel requested={requested} />}
    </Suspense>
  )
}

/**
 * Mounts the release of a preview link out of sight while the sign-in screen is shown, so that its load report proves
 * that it loads and renders, also without an account.
 */
export function PreviewProof({ shell }: { shell: ShellApi }): ReactElement | null {
  const { registry } = useRegistry()
  const user = useAtomValue(userAtom)
  const loading = useAtomValue(authLoadingAtom)
  const entry = registry?.remotes.find(({ name }) => name === registry.preview?.name)
  if (!entry || user || loading) return null
  return (
    <div hidden>
      <RemoteView entry={entry} shell={shell} />
    </div>
  )
}

/** Banner above every screen while a remote runs from a developer's machine, or a preview link shows a release. */
export function OverrideNotice(): ReactElement {
  const { registry } = useRegistry()
  const entry = overriddenEntry(registry)
  return (
    <Suspense fallback={null}>
      {entry && <Banner entry={entry} />}
      {registry?.preview && <Preview preview={registry.preview} remotes={registry.remotes} />}
    </Suspense>
  )
}
