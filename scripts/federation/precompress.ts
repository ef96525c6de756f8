import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesOf } from './release-file.ts'

const WORTH_IT_BYTES = 1_024
const TEXT = /\.(js|css|json|svg|html|txt)$/
const BROTLI_QUALITY = 11
/** Both run in zlib's own threads; more at once would only queue. */
const AT_ONCE = 2

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Writes `.br` and `.gz` beside every text file of a built folder where that saves something. */
export async function precompress(dist: string): Promise<void> {
  const queue = filesOf(dist).filter((file) => TEXT.test(file))
  const worker = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const path = join(dist, file)
      if ((await stat(path)).size < WORTH_IT_BYTES) continue
      const plain = await readFile(path)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      }
      await Promise.all([
        brotli(plain, { params }).then((bytes) => writeFile(`${path}.br`, bytes)),
        gzipped(plain).then((bytes) => writeFile(`${path}.gz`, bytes)),
      ])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
