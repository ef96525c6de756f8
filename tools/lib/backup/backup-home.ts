import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { type CopySink, clusterFacts, copyTree, saveCluster } from '@propsight/supabase/cluster-copy'
import { appliedMigrations } from '@propsight/supabase/migrate'
import { BackupError, FORMAT, type Manifest } from './manifest.ts'
import { writeArchive } from './write-archive.ts'

/** Whoever uploads just now is not done; published files lie elsewhere. */
const isUnfinished = (path: string): boolean => path.split('/').some((name) => name.startsWith('.'))

/**
 * Saves an installation on embedded defaults into one file, while it runs: database, secrets, released bundles, caught
 * mails. The database first and the bundles after it, so that every release it names has its files.
 * @param home the state folder (`.propsight`)
 * @param file must not be there yet
 * @throws BackupError where there is nothing to save, or the file is there
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
