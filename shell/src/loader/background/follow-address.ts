import { pathsOf, type RegistryEntry } from '@propsight/shared/contracts'
import type { LocationStore } from '../../state/location.ts'

/**
 * Navigates to the new path when a newer release of the shown remote declares another path. Otherwise the old
 * path would show the Dashboard.
 */
export function followAddress(
  location: Pick<LocationStore, 'get' | 'navigate'>,
  old: RegistryEntry | undefined,
  entry: RegistryEntry,
): void {
  const { path, search } = location.get()
  const [to] = pathsOf(entry.placement)
  if (!old || !to || !pathsOf(old.placement).includes(path) || pathsOf(entry.placement).includes(path)) return
  location.navigate(to + search, { replace: true })
}
