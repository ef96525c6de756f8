import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { type CopySink, clusterFacts, copyTree, saveCluster } from '@propsight/supabase/cluster-copy'
import { appliedMigrations } from '@propsight/supabase/migrate'
import { BackupError, FORMAT, type Manifest } from './manifest.ts'
import { writeArchive } from './write-archive.ts'

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
  if (existsSync(target)) throw new BackupError('is there already: name another one')
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
