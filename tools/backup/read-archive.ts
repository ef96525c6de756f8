import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract as createExtract } from 'tar-stream'
import {
  BackupError,
  CONTENTS,
  type Contents,
  contentsSchema,
  FORMAT,
  MANIFEST,
  type Manifest,
  manifestSchema,
} from './manifest.ts'

/**
 * The allowed paths in a backup. An entry with any other path is refused, so that nothing is written
 * elsewhere.
 */
const KNOWN = /^(secrets\.json|(pg|bundles|mailbox)(\/[^/\\]+)*\/?)$/
const NO_BACKUP = 'is no backup of Propsight'

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function readManifest(json: string): Manifest {
  const value = parsed(json)
  const format = manifestSchema.pick({ product: true, format: true }).safeParse(value)
  if (!format.success) throw new BackupError(NO_BACKUP)
  if (format.data.format > FORMAT)
    throw new BackupError(
      `has format ${format.data.format}, and this release reads ${FORMAT}: restore it with a newer one`,
    )
  const manifest = manifestSchema.safeParse(value)
  if (!manifest.success) throw new BackupError(NO_BACKUP)
  return manifest.data
}

function pathOf(name: string): string {
  if (!KNOWN.test(name) || name.split('/').some((part) => part === '../lib' || part === '.'))
    throw new BackupError(`holds ${JSON.stringify(name)}, which no backup does`)
  return name
}

async function unpackFile(entry: AsyncIterable<unknown>, to: string): Promise<Contents[string]> {
  const hash = createHash('sha256')
  let size = 0
  const count = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part)
      size += part.length
      done(null, part)
    },
  })
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await pipeline(entry, count, createWriteStream(to, { mode: 0o600, flags: 'wx' }))
  return { size, sha256: hash.digest('hex') }
}

/** @throws BackupError when a file is missing, unexpected or different */
function compare(promised: Contents, found: Contents): void {
  for (const path of new Set([...Object.keys(promised), ...Object.keys(found)]))
    if (promised[path]?.sha256 !== found[path]?.sha256 || promised[path]?.size !== found[path]?.size)
      throw new BackupError(`is damaged: ${path} is not what was saved`)
}

/**
 * Unpacks a backup into an empty folder and verifies every file against the list at its end.
 * @param accept receives the manifest before anything is written; throws to refuse the backup
 * @throws BackupError whose message completes a sentence that begins with the file's name
 */
export async function readArchive(
  file: string,
  folder: string,
  accept: (manifest: Manifest) => void,
): Promise<Manifest> {
  const extract = createExtract()
  const fed = pipeline(createReadStream(file), createGunzip(), extract)
  // `await fed` below reports the failure; this handler prevents an unhandled rejection until then.
  fed.catch(() => undefined)
  const found: Contents = {}
  let manifest: Manifest | null = null
  let promised: Contents | null = null
  try {
    for await (const entry of extract) {
      const { name, type } = entry.header
      if (!manifest) {
        if (name !== MANIFEST) throw new BackupError(NO_BACKUP)
        manifest = readManifest(await text(entry))
        accept(manifest)
      } else if (name === CONTENTS) promised = contentsSchema.parse(parsed(await text(entry)))
      else if (type === 'directory') {
        await mkdir(join(folder, pathOf(name)), { recursive: true, mode: 0o700 })
        entry.resume()
      } else if (type === 'file') found[pathOf(name)] = await unpackFile(entry, join(folder, name))
      else throw new BackupError(`holds ${JSON.stringify(name)}, which is neither a file nor a folder`)
    }
    await fed
  } catch (error) {
    if (error instanceof BackupError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !manifest) throw new BackupError('is not there', { cause: error })
    if (code === 'ENOSPC') throw error
    throw new BackupError(manifest ? 'ends early or is damaged' : NO_BACKUP, { cause: error })
  }
  if (!manifest) throw new BackupError(NO_BACKUP)
  if (!promised) throw new BackupError('ends early: it is not whole')
  compare(promised, found)
  return manifest
}
