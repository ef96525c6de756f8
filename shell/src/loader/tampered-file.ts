import type { RegistryEntry } from '@propsight/shared/contracts'
import { absoluteBase } from './release-assets.ts'
import { timeoutSignal } from './timeout-signal.ts'

/** It stands between a failure and the release that is shown instead. */
const TIMEOUT_MS = 2_000

/**
 * Browsers do not say why a script failed. This reads the release's first files again and compares: the name of one
 * whose bytes are not those that were published, or null.
 */
export async function tamperedFile(entry: RegistryEntry): Promise<string | null> {
  // Hashing needs a secure context; without one the reason stays 'did not load'.
  if (!globalThis.crypto?.subtle) return null
  for (const file of [entry.entry, ...entry.preload]) {
    const promised = entry.integrity[file]
    if (!promised) continue
    try {
      const answer = await fetch(absoluteBase(entry) + file, {
        credentials: 'omit',
        signal: timeoutSignal(TIMEOUT_MS),
      })
      if (!answer.ok) return null
      const digest = await crypto.subtle.digest('SHA-384', await answer.arrayBuffer())
      if (promised !== `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`) return file
    } catch {
      return null
    }
  }
  return null
}
