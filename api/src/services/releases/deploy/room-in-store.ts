import { HttpError } from '../../../platform/errors.ts'
import type { BundleStore } from '../store/bundle-store.ts'
import type { ReleaseFiles } from '../store/bundle-folder.ts'
import type { ReleaseId } from '../store/paths.ts'

const BYTES_PER_MB = 1_000_000

/**
 * Refuses a release when its remote has used its share of the store, so that no deploy token can fill the
 * disk. The limit is not exact: concurrent uploads and the compressed variants of this one count from the
 * next upload on.
 * @param mostMb limit for all stored releases of the remote, in MB of 1,000,000 bytes
 * @throws HttpError 413 with the used size
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
  // A release that is already stored needs no further space.
  if ((await bundles.files(release)).length > 0) return
  const inMb = (bytes: number) => `${(bytes / BYTES_PER_MB).toFixed(1)} MB`
  throw new HttpError(
    413,
    'PAYLOAD_TOO_LARGE',
    `The stored releases of ${release.name} take ${inMb(taken)} of ${mostMb} MB, and this one has ${inMb(added)}. ` +
      'Releases go 30 days after they were last served; the operator may allow more with BUNDLES_MAX_REMOTE_MB',
  )
}
