import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { findClusterUser, installClusterCopy, supportedFacts } from '@propsight/supabase/cluster-copy'
import { newestMigration } from '@propsight/supabase/level'
import { runningStart } from '../start/running-start.ts'
import { BackupError, type Manifest, refuseForeign } from './manifest.ts'
import { readArchive } from './read-archive.ts'

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
  const pid = (await runningStart(home))?.pid ?? findClusterUser(join(home, 'pg'))
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
  const here = { migration: (await newestMigration()) ?? '', ...(await supportedFacts()) }
  const draft = join(dirname(target), `.propsight-restore-${process.pid}`)
  await mkdir(draft, { recursive: true, mode: 0o755 })
  // If this process is root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(draft, 0o755)
  try {
    const manifest = await readArchive(file, draft, (found) => refuseForeign(found, here))
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
