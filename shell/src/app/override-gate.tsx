import type { RegistryEntry } from '@propsight/shared/contracts'
import { useAtomValue } from 'jotai'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { ownsOverride } from '../state/override-owner.ts'
import { useServices } from '../state/services.ts'
import { authLoadingAtom, userAtom } from '../state/session.ts'
import { lazyPart } from './lazy-part.tsx'
import { MissingForNow } from './missing-parts.tsx'

const OverrideHeld = lazyPart(
  async () => (await import('../features/override/override-held.tsx')).OverrideHeld,
  MissingForNow,
)

/**
 * Renders a remote. An override (a remote from a developer's machine) renders only for the user who confirmed
 * it.
 */
export function OverrideGate(props: { entry: RegistryEntry; children: ReactNode }): ReactNode {
  return props.entry.override ? <Held {...props} /> : props.children
}

function Held({ entry, children }: { entry: RegistryEntry; children: ReactNode }): ReactElement | null {
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
