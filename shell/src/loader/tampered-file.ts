import type { RegistryEntry } from '@propsight/shared/contracts'
import { absoluteBase } from './release-records.ts'
import { timeoutSignal } from './timeout-signal.ts'

/** Time limit per file, ms. The diagnosis delays the fallback release. */
const TIMEOUT_MS = 2_000

/**
 * Finds a file of a release whose bytes differ from the published ones, or null. Browsers do not report why a
 * script failed, so this downloads the entry and the preloaded files again and compares their hashes.
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
