import type { RegistryEntry } from '@propsight/shared/contracts'
import { loadRelease } from './runtime.ts'

/**
 * Loads a remote before it is opened, when a pointer or the focus comes near its tab. A failure is not shown here: the
 * view that opens it tries again and says so.
 */
export function preloadRemote(entry: RegistryEntry): void {
  loadRelease(entry).catch(() => {})
}
