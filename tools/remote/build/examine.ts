import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { CheckReport, Release } from '@propsight/shared/contracts'
import { examineRelease } from '@propsight/shared/release'
import type { Built } from './built.ts'
import type { LiveFacts } from './live-facts.ts'

const QUALITY = 11
const compress = promisify(brotliCompress)

/** Bytes in brotli as visitors get them, in zlib's own threads. */
const brotli = async (bytes: Uint8Array): Promise<number> => {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return (await compress(bytes, { params })).length
}

/** Every check that the server makes, here and now. */
export async function examine(
  { declaration, version, files, preload }: Built,
  { host, others, kept }: LiveFacts,
): Promise<{ release: Release | null; report: CheckReport }> {
  // The live release is no other one where it is the same.
  const older = kept.filter((release) => release.version !== version)
  return examineRelease({ declaration, version, files, preload, host, others, kept: older, brotli })
}
