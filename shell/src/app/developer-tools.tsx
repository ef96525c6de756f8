import type { RegistryEntry, ShellApi } from '@propsight/shared/contracts'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { STORAGE } from '../config/storage-keys.ts'
import { useRegistry } from '../loader/use-registry.ts'
import { overriddenEntry } from '../state/override-owner.ts'
import { tabStorage } from '../state/safe-storage.ts'
import { lazyPart, MissingOptionalPart } from './lazy-part.tsx'

type Parts = typeof import('./developer-parts.tsx')
type Part<P> = (props: P) => ReactNode

/** Parts for developers are one chunk, which no other page loads. */
const lazyDeveloperPart = <P extends object>(choose: (parts: Parts) => Part<P>): Part<P> =>
  lazyPart(
    async () => choose(await import(/* webpackChunkName: "developer" */ './developer-parts.tsx')),
    MissingOptionalPart,
  )

const OverrideForOwner = lazyDeveloperPart(({ OverrideForOwner }) => OverrideForOwner)
const Notice = lazyDeveloperPart(({ Notice }) => Notice)
const Tools = lazyDeveloperPart(({ Tools }) => Tools)
const Proof = lazyDeveloperPart(({ Proof }) => Proof)

/**
 * Renders a remote. An override (a remote from a developer's machine) renders only for the user who confirmed
 * it.
 */
export function OverrideGate(props: { entry: RegistryEntry; children: ReactNode }): ReactNode {
  if (!props.entry.override) return props.children
  return (
    <Suspense fallback={null}>
      <OverrideForOwner {...props} />
    </Suspense>
  )
}

/** Developer tools: override request, override watch and federation panel. They load on first use. */
export function DeveloperTools(): ReactElement | null {
  const { registry } = useRegistry()
  const { search } = useLocation()
  const used =
    /[?&](dev-remote=|debug=federation(&|$))/.test(search) ||
    overriddenEntry(registry) !== null ||
    tabStorage.get(STORAGE.debug) === 'federation' ||
    process.env.NODE_ENV === 'development'
  return <Suspense fallback={null}>{used && <Tools />}</Suspense>
}

/** Proves the release of a preview link while the sign-in screen is shown, see `Proof`. */
export function PreviewProof({ shell }: { shell: ShellApi }): ReactElement | null {
  const { registry } = useRegistry()
  return <Suspense fallback={null}>{registry?.preview && <Proof shell={shell} />}</Suspense>
}

/** Banner above every screen while a remote runs from a developer's machine, or a preview link shows a release. */
export function OverrideNotice(): ReactElement {
  const { registry } = useRegistry()
  return <Suspense fallback={null}>{(registry?.preview || overriddenEntry(registry)) && <Notice />}</Suspense>
}
