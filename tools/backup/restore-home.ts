import { createHash } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { findClusterUser, installClusterCopy, supportedFacts } from '@propsight/supabase/cluster-copy'
import { newestMigration } from '@propsight/supabase/level'
import { extract as createExtract } from 'tar-stream'
import { findRunningStart } from '../start/running-start.ts'
import {
  BackupError,
  CONTENTS,
  type Contents,
  contentsSchema,
  FORMAT,
  HOSTED,
  MANIFEST,
  type Manifest,
  manifestSchema,
  refuseForeign,
} from './manifest.ts'

/**
 * The allowed paths in a backup. An entry with any other path is refused, so that nothing is written
 * elsewhere.
 */
const KNOWN = /^(secrets\.json|database\.dump|(pg|bundles|mailbox)(\/[^/\\]+)*\/?)$/
const NO_BACKUP = 'is not a backup of Propsight'

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
  if (!KNOWN.test(name) || name.split('/').some((part) => part === '..' || part === '.'))
    throw new BackupError(`contains ${JSON.stringify(name)}, which is not part of a backup`)
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
function compare(expected: Contents, found: Contents): void {
  for (const path of new Set([...Object.keys(expected), ...Object.keys(found)]))
    if (expected[path]?.sha256 !== found[path]?.sha256 || expected[path]?.size !== found[path]?.size)
      throw new BackupError(`is damaged: ${path} differs from the saved file`)
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
  const found: Contents = {}
  let manifest: Manifest | null = null
  let expected: Contents | null = null
  const readEntries = async () => {
    for await (const entry of extract) {
      const { name, type } = entry.header
      if (!manifest) {
        if (name !== MANIFEST) throw new BackupError(NO_BACKUP)
        manifest = readManifest(await text(entry))
        accept(manifest)
      } else if (name === CONTENTS) expected = contentsSchema.parse(parsed(await text(entry)))
      else if (type === 'directory') {
        await mkdir(join(folder, pathOf(name)), { recursive: true, mode: 0o700 })
        entry.resume()
      } else if (type === 'file') found[pathOf(name)] = await unpackFile(entry, join(folder, name))
      else throw new BackupError(`contains ${JSON.stringify(name)}, which is neither a file nor a folder`)
    }
  }
  try {
    // Both: the entries of a file that ends early may wait for more, and only the reading of the file fails.
    await Promise.all([readEntries(), fed])
  } catch (error) {
    if (error instanceof BackupError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !manifest) throw new BackupError('does not exist', { cause: error })
    if (code === 'ENOSPC') throw error
    throw new BackupError(manifest ? 'ends early or is damaged' : NO_BACKUP, { cause: error })
  }
  if (!manifest) throw new BackupError(NO_BACKUP)
  if (!expected) throw new BackupError('ends early: it is incomplete')
  compare(expected, found)
  return manifest
}

export interface Restored {
  manifest: Manifest
  /** The folder to which the previous content was moved; null when there was none. */
  before: string | null
}

const hasContent = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0
const stamp = () => new Date().toISOString().replaceAll(/[:.]/g, '-')

/**
 * @throws BackupError when a running start, or a database process that a start left behind, uses the folder
 */
async function refuseWhileUsed(home: string): Promise<void> {
  const pid = (await findRunningStart(home))?.pid ?? findClusterUser(join(home, 'pg'))
  if (pid !== null) throw new BackupError(`cannot be restored: process ${pid} uses ${home}; stop it first`)
}

/**
 * Restores an installation from a backup. Everything is first unpacked and verified in a temporary folder
 * next to the state folder. Then the two are exchanged by renames, so that the state folder is never half of
 * either. The previous folder is kept under another name.
 * @param confirm called before a folder with content is replaced; false cancels
 * @returns null when cancelled
 * @throws BackupError when the file cannot be used or the folder is in use; then nothing has changed
 */
export async function restoreHome(
  file: string,
  home: string,
  confirm: (home: string, manifest: Manifest) => Promise<boolean>,
): Promise<Restored | null> {
  const target = resolve(home)
  await refuseWhileUsed(target)
  const current = { migration: (await newestMigration()) ?? '', ...(await supportedFacts()) }
  const draft = join(dirname(target), `.propsight-restore-${process.pid}`)
  await mkdir(draft, { recursive: true, mode: 0o755 })
  // If this process is root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(draft, 0o755)
  try {
    const manifest = await readArchive(file, draft, (found) => {
      if (found.database.platform === HOSTED)
        throw new BackupError('is of a hosted project: restore it with --hosted')
      refuseForeign(found, current)
    })
    if (hasContent(target) && !(await confirm(target, manifest))) return null
    await refuseWhileUsed(target)
    installClusterCopy(join(draft, 'pg'), join(target, 'pg'))
    const before = hasContent(target) ? `${target}.before-${stamp()}` : null
    if (before) renameSync(target, before)
    renameSync(draft, target)
    return { manifest, before }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
