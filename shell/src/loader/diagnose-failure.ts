import type { RegistryEntry } from '@propsight/shared/contracts'
import { absoluteBase, lateFile, releaseKey, releaseNamedIn } from './release-records.ts'
import { RemoteError, timeoutSignal } from './remote-error.ts'

/** Time limit per file, ms. The diagnosis delays the fallback release. */
const TIMEOUT_MS = 2_000

/**
 * Finds a file of a release whose bytes differ from the published ones, or null. Browsers do not report why a
 * script failed, so this downloads the entry and the preloaded files again and compares their hashes.
 * @param failed a file that did not load
 */
export async function findTamperedFile(entry: RegistryEntry, failed?: string): Promise<string | null> {
  // Hashing needs a secure context; without one the reason stays 'did not load'.
  if (!globalThis.crypto?.subtle) return null
  for (const file of new Set([...(failed ? [failed] : []), entry.entry, ...entry.preload])) {
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
 * Whether the code of a release threw an error, in contrast to a file of it that did not load. The message is not
 * searched: that of a file that did not load names its address.
 */
const isException = (error: unknown, release: RegistryEntry): error is Error =>
  error instanceof Error &&
  !(error instanceof RemoteError) &&
  error.name !== 'ChunkLoadError' &&
  !('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED') &&
  releaseNamedIn((error.stack ?? '').replace(error.message, '')) === releaseKey(release)

/** The file of a release whose address a text contains. */
function fileNamedIn(text: string, release: RegistryEntry): string | undefined {
  const base = absoluteBase(release)
  const at = text.indexOf(base)
  return at < 0 ? undefined : /^[\w./~-]*/.exec(text.slice(at + base.length))?.[0]
}

/**
 * Finds the reason why a release did not load: an exception of its own code, timeout, integrity, manifest or entry.
 * The message names release and file, or the exception; the original error becomes its `cause`.
 * A separate chunk, because the first view does not need it.
 * @param thrown an error that a script of the release threw while it loaded
 */
export async function diagnoseFailure(
  error: unknown,
  release: RegistryEntry,
  thrown?: unknown,
): Promise<RemoteError> {
  const id = `${release.name} ${release.version}`
  const exception = [thrown, error].find((each) => isException(each, release))
  if (exception instanceof Error)
    return new RemoteError('exception', `${id}: ${exception.name}: ${exception.message}`, {
      cause: exception,
    })
  if (error instanceof RemoteError && error.kind !== 'manifest') return error
  const late = lateFile(release)
  if (late) return new RemoteError('timeout', `${id}, ${late}: no answer`, { cause: error })
  const failed = fileNamedIn(String(error), release)
  const tampered = await findTamperedFile(release, failed)
  if (tampered)
    return new RemoteError('integrity', `${id}, ${tampered}: its integrity differs`, { cause: error })
  if (error instanceof RemoteError) return error
  return new RemoteError('entry', `${id}, ${failed ?? 'its files'}: did not load`, { cause: error })
}
