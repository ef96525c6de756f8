import { pathsOf, type RegistryEntry } from '@propsight/shared/contracts'
import type { LocationStore } from '../../state/location.ts'

/**
 * Where a newer release of the part on the screen has another address: goes there with its reader, who would otherwise
 * find the Dashboard under the old one.
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
