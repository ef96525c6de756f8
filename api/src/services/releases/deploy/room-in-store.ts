import { HttpError } from '../../../platform/errors.ts'
import type { BundleStore } from '../store/bundle-store.ts'
import type { ReleaseFiles } from '../store/folder.ts'
import type { ReleaseId } from '../store/paths.ts'

const BYTES_PER_MB = 1_000_000

/**
 * Refuses a release whose name has filled its share of the store, so that no deploy token fills the disk. What comes
 * at the same moment, and its compressed variants, are counted with the next one: the share may be overrun by those.
 * @param mostMb of all stored releases of the name together
 * @throws HttpError 413 that says how much is taken
 */
export async function claimRoom(
  bundles: Pick<BundleStore, 'size' | 'files'>,
  release: ReleaseId,
  { files, mostMb }: { files: ReleaseFiles; mostMb: number },
): Promise<void> {
  const taken = await bundles.size(release.name)
  let added = 0
  for (const bytes of files.values()) added += bytes.length
  if (taken + added <= mostMb * BYTES_PER_MB) return
  // What is there already takes no more room.
  if ((await bundles.files(release)).length > 0) return
  const inMb = (bytes: number) => `${(bytes / BYTES_PER_MB).toFixed(1)} MB`
  throw new HttpError(
    413,
    'PAYLOAD_TOO_LARGE',
    `The stored releases of ${release.name} take ${inMb(taken)} of ${mostMb} MB, and this one has ${inMb(added)}. ` +
      'Releases go 30 days after they were last served; the operator may allow more with BUNDLES_MAX_REMOTE_MB',
  )
}
