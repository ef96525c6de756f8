import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compressFile } from '../../api/src/services/releases/store/compress-file.ts'
import { filesOf } from './release-file.ts'

/** Compression runs in zlib's thread pool; a higher concurrency would only queue. */
const AT_ONCE = 2

/**
 * Writes `.br` and `.gz` variants of every file of a built folder for which compression saves bytes, like a
 * deploy.
 */
export async function precompress(dist: string): Promise<void> {
  const queue = filesOf(dist)
  const worker = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const path = join(dist, file)
      for (const [suffix, bytes] of await compressFile(file, await readFile(path)))
        await writeFile(path + suffix, bytes)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
