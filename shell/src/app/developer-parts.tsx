import type { RegistryEntry, ShellApi } from '@propsight/shared/contracts'
import { useAtomValue } from 'jotai'
import type { ReactElement, ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { STORAGE } from '../config/storage-keys.ts'
import {
  OverrideBanner,
  OverrideHeld,
  OverrideLink,
  OverrideWatch,
  PreviewBanner,
} from '../features/override/active-override.tsx'
import { RemoteView } from '../loader/remote-view.tsx'
import { useRegistry } from '../loader/use-registry.ts'
import { overriddenEntry, ownsOverride } from '../state/override-owner.ts'
import { tabStorage } from '../state/safe-storage.ts'
import { useServices } from '../state/services.ts'
import { authLoadingAtom, userAtom } from '../state/session.ts'
import { lazyPart, MissingOptionalPart } from './lazy-part.tsx'

const FederationPanel = lazyPart(
  async () => (await import('../features/federation-panel/federation-panel.tsx')).FederationPanel,
  MissingOptionalPart,
)

/** Renders an override for the user who confirmed it, and for other users a notice. */
export function OverrideForOwner({
  entry,
  children,
}: {
  entry: RegistryEntry
  children: ReactNode
}): ReactNode {
  const { storage } = useServices()
  const user = useAtomValue(userAtom)
  const loading = useAtomValue(authLoadingAtom)
  if (ownsOverride(storage, user)) return children
  return loading ? null : <OverrideHeld entry={entry} />
}

/** Override request, override watch and federation panel. */
export function Tools(): ReactElement {
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
    <>
      {/[?&]dev-remote=/.test(search) && <OverrideLink />}
      {overriddenEntry(registry) && <OverrideWatch />}
      {panel && <FederationPanel requested={requested} />}
    </>
  )
}

/**
 * Mounts the release of a preview link out of sight while the sign-in screen is shown, so that its load report proves
 * that it loads and renders, also without an account.
 */
export function Proof({ shell }: { shell: ShellApi }): ReactElement | null {
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

/** Banner while a remote runs from a developer's machine, or a preview link shows a release. */
export function Notice(): ReactElement {
  const { registry } = useRegistry()
  const entry = overriddenEntry(registry)
  return (
    <>
      {entry && <OverrideBanner entry={entry} />}
      {registry?.preview && <PreviewBanner preview={registry.preview} remotes={registry.remotes} />}
    </>
  )
}
