import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { ExamineInput } from './examine.ts'

// Each deploy starts this process anew: compiling the parsers took longer than the checks. Kept in the installation, as
// anybody could put compiled code of his own into the system's temporary folder.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/propsight-checks'))

const BROTLI_QUALITY = 11

const brotli = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }).length

// The API is gone: there is no receiver for the report.
process.once('disconnect', () => process.exit(1))
// What arrives is what `examine` sent: our own process on the other side, and no edge.
process.once('message', async (input: ExamineInput) => {
  // Imported here, so that the cache covers it.
  const { examineRelease } = await import('@propsight/shared/release')
  // The API kills this process as soon as it has the report, which would lose the cache.
  flushCompileCache()
  const found = await examineRelease({ ...input, brotli })
  process.send?.(found, () => process.exit(0))
})
