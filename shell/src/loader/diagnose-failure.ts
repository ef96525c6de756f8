import type { RegistryEntry } from '@propsight/shared/contracts'
import { absoluteBase, lateFile } from './release-records.ts'
import { RemoteError, timeoutSignal } from './remote-error.ts'

/** Time limit per file, ms. The diagnosis delays the fallback release. */
const TIMEOUT_MS = 2_000

/**
 * Finds a file of a release whose bytes differ from the published ones, or null. Browsers do not report why a
 * script failed, so this downloads the entry and the preloaded files again and compares their hashes.
 */
export async function findTamperedFile(entry: RegistryEntry): Promise<string | null> {
  // Hashing needs a secure context; without one the reason stays 'did not load'.
  if (!globalThis.crypto?.subtle) return null
  for (const file of [entry.entry, ...entry.preload]) {
    const expected = entry.integrity[file]
    if (!expected) continue
    try {
      const answer = await fetch(absoluteBase(entry) + file, {
        credentials: 'omit',
        signal: timeoutSignal(TIMEOUT_MS),
      })
      if (!answer.ok) return null
      const digest = await crypto.subtle.digest('SHA-384', await answer.arrayBuffer())
      if (expected !== `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`) return file
    } catch {
      return null
    }
  }
  return null
}

/**
 * Finds the reason why a release did not load: timeout, integrity, manifest or entry. The message names
 * release and file; the error of the federation runtime becomes its `cause`. A separate chunk, because the
 * first view does not need it.
 */
export async function diagnoseFailure(error: unknown, release: RegistryEntry): Promise<RemoteError> {
  if (error instanceof RemoteError && error.kind !== 'manifest') return error
  const id = `${release.name} ${release.version}`
  const late = lateFile(release)
  if (late) return new RemoteError('timeout', `${id}, ${late}: no answer`, { cause: error })
  const tampered = await findTamperedFile(release)
  if (tampered)
    return new RemoteError('integrity', `${id}, ${tampered}: its integrity differs`, { cause: error })
  if (error instanceof RemoteError) return error
  const text = String(error)
  const base = absoluteBase(release)
  const at = text.indexOf(base)
  const file = at < 0 ? 'its files' : /^[\w./~-]*/.exec(text.slice(at + base.length))?.[0]
  return new RemoteError('entry', `${id}, ${file}: did not load`, { cause: error })
}
