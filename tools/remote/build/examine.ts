import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { CheckReport, Release } from '@propsight/shared/contracts'
import { examineRelease } from '@propsight/shared/release'
import type { Built } from './built-release.ts'
import type { LiveFacts } from './live-facts.ts'

const QUALITY = 11
const compress = promisify(brotliCompress)

/** Size in bytes after brotli with the quality of the bundle store; runs in zlib's thread pool. */
const brotli = async (bytes: Uint8Array): Promise<number> => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return (await compress(bytes, { params })).length
}

/** Runs every check of the server locally. */
export async function examine(
  { declaration, version, files, preload }: Built,
  { host, others, kept }: LiveFacts,
): Promise<{ release: Release | null; report: CheckReport }> {
  // The examined release itself may be live; it does not conflict with itself.
  const older = kept.filter((release) => release.version !== version)
  return examineRelease({ declaration, version, files, preload, host, others, kept: older, brotli })
}
