import type { Registry } from '@propsight/shared/contracts'
import { KEPT_REGISTRY_KEY } from '../registry.ts'

/**
 * Stores a good registry in the browser. Leaves out the manifests (storage is small, and they can be
 * fetched), the ticket (valid for this visit only) and overrides (only the server may name them).
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
    // Storage is full or denied: the page works without the stored copy.
  }
}
