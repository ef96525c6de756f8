import type { Registry } from '@propsight/shared/contracts'
import { KEPT_REGISTRY_KEY } from '../registry.ts'

/**
 * Keeps a good registry for later. Manifests are left out: storage is small, and they can be fetched. So are the
 * ticket, which is for this visit, and what runs on a developer's machine, which only the server may name.
 */
export function keepRegistry(
  { ticket: _, ...registry }: Registry,
  storage: () => Pick<Storage, 'setItem'>,
): void {
  const remotes = registry.remotes.flatMap(({ manifest: __, ...entry }) => (entry.override ? [] : [entry]))
  if (remotes.length === 0) return
  try {
    storage().setItem(KEPT_REGISTRY_KEY, JSON.stringify({ ...registry, remotes }))
  } catch {
    // Storage is full or denied: the page works, only without this safety.
  }
}
