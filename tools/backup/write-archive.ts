import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { CopySink } from '@propsight/supabase/cluster-copy'
import { pack as createPack, type Header } from 'tar-stream'
import { CONTENTS, type Contents, MANIFEST, type Manifest } from './manifest.ts'

/** A fast level; it already compresses database pages to a fifth. */
const GZIP_LEVEL = 3

/**
 * Writes a backup: the manifest, the files from `fill`, and the list of all files. The file gets its final
 * name only when it is complete and synced to disk. Only its owner can read it, because it contains the
 * installation's secrets.
 */
export async function writeArchive(
  file: string,
  manifest: Manifest,
  fill: (sink: CopySink) => Promise<void>,
): Promise<{ files: number; bytes: number }> {
  const draft = `${file}.${process.pid}.part`
  const pack = createPack()
  const contents: Contents = {}
  let bytes = 0

  const entry = async (headers: Partial<Header> & { name: string }, source: AsyncIterable<Uint8Array>) => {
    const failed = Promise.withResolvers<never>()
    const to = pack.entry(headers, (error) => error && failed.reject(error))
    await Promise.race([pipeline(Readable.from(source), to), failed.promise])
  }
  const text = (name: string, value: unknown) => {
    const body = Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
    return entry({ name, size: body.length, mode: 0o600 }, Readable.from([body]))
  }
  const sink: CopySink = {
    async folder(path) {
      await entry({ name: `${path}/`, type: 'directory', mode: 0o700 }, Readable.from([]))
    },
    async file(path, size, source) {
      const hash = createHash('sha256')
      await entry({ name: path, size, mode: 0o600 }, hashed(source, hash))
      contents[path] = { size, sha256: hash.digest('hex') }
      bytes += size
    },
  }
  const write = async () => {
    await text(MANIFEST, manifest)
    await fill(sink)
    await text(CONTENTS, contents)
    pack.finalize()
  }
  try {
    const written = pipeline(
      pack,
      createGzip({ level: GZIP_LEVEL }),
      createWriteStream(draft, { mode: 0o600, flags: 'wx' }),
    )
    const filled = write().catch((error: Error) => {
      pack.destroy(error)
      throw error
    })
    // The first failure is the reported one.
    await Promise.all([filled, written])
    const handle = await open(draft, 'r')
    await handle.sync()
    await handle.close()
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return { files: Object.keys(contents).length, bytes }
}

async function* hashed(source: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const part of source) {
    hash.update(part)
    yield part
  }
}
