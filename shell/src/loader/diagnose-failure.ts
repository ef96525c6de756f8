import type { RegistryEntry } from '@propsight/shared/contracts'
import { absoluteBase, lateFile } from './release-records.ts'
import { RemoteError } from './remote-error.ts'
import { tamperedFile } from './tampered-file.ts'

/**
 * Finds the reason why a release did not load: timeout, integrity, manifest or entry. The message names
 * release and file; the error of the federation runtime becomes its `cause`. A separate chunk, because the
 * first view does not need it.
 */
export async function explainFailure(error: unknown, release: RegistryEntry): Promise<RemoteError> {
  if (error instanceof RemoteError && error.kind !== 'manifest') return error
  const id = `${release.name} ${release.version}`
  const late = lateFile(release)
  if (late) return new RemoteError('timeout', `${id}, ${late}: no answer`, { cause: error })
  const tampered = await tamperedFile(release)
  if (tampered)
    return new RemoteError('integrity', `${id}, ${tampered}: its integrity differs`, { cause: error })
  if (error instanceof RemoteError) return error
  const text = String(error)
  const base = absoluteBase(release)
  const at = text.indexOf(base)
  const file = at < 0 ? 'its files' : /^[\w./~-]*/.exec(text.slice(at + base.length))?.[0]
  return new RemoteError('entry', `${id}, ${file}: did not load`, { cause: error })
}
