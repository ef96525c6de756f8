import { brotliCompressSync, constants } from 'node:zlib'
import { examineRelease } from '@propsight/shared/release'
import type { ExamineInput } from './examine.ts'

const BROTLI_QUALITY = 11

const brotli = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }).length

// Nobody is left to tell.
process.once('disconnect', () => process.exit(1))
// What arrives is what `examine` sent: our own process on the other side, and no edge.
process.once('message', async (input: ExamineInput) => {
  const found = await examineRelease({ ...input, brotli })
  process.send?.(found, () => process.exit(0))
})
