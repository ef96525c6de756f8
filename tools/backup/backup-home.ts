import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type CopySink, clusterFacts, copyTree, saveCluster } from '@propsight/supabase/cluster-copy'
import { appliedMigrations } from '@propsight/supabase/migrate'
import { pack as createPack, type Header } from 'tar-stream'
import { BackupError, CONTENTS, type Contents, FORMAT, MANIFEST, type Manifest } from './manifest.ts'

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
    const to = pack.entry(headers, (error) => {
      if (error) failed.reject(error)
    })
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

/** Whether a path belongs to an unfinished upload: its folder begins with a dot until it is renamed. */
const isUnfinished = (path: string): boolean => path.split('/').some((name) => name.startsWith('.'))

/**
 * Saves a running installation on embedded defaults into one file: database, secrets, released bundles and
 * the mails of the mailbox. The bundles are saved after the database, so that every release in the database
 * has its files.
 * @param home the state folder (`.propsight`)
 * @param file path of the backup; must not exist
 * @throws BackupError when there is no installation, or the file exists
 */
export async function backupHome(
  home: string,
  file: string,
): Promise<{ manifest: Manifest; files: number; bytes: number }> {
  const target = resolve(file)
  if (existsSync(target)) throw new BackupError('exists already: choose another name')
  const secrets = join(home, 'secrets.json')
  if (!existsSync(secrets)) throw new BackupError(`cannot be made: there is no installation in ${home}`)
  const database = clusterFacts(join(home, 'pg'))
  return saveCluster(join(home, 'pg'), async (url, copy) => {
    const manifest: Manifest = {
      product: 'propsight',
      format: FORMAT,
      madeAt: new Date().toISOString(),
      migration: (await appliedMigrations(url)).at(-1) ?? '',
      database,
    }
    const written = await writeArchive(target, manifest, async (sink) => {
      await copy(sink, 'pg')
      await copySecrets(secrets, sink)
      for (const part of ['bundles', 'mailbox'])
        if (existsSync(join(home, part))) await copyTree(join(home, part), part, sink, isUnfinished)
    })
    return { manifest, ...written }
  })
}

async function copySecrets(path: string, sink: CopySink): Promise<void> {
  const bytes = readFileSync(path)
  await sink.file('secrets.json', bytes.length, Readable.from([bytes]))
}
