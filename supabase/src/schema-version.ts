import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../migrations')
const FILE = /^(\d{14})_\w+\.sql$/

/**
 * Schema version of this checkout: its newest migration, fourteen digits; null when the files are missing.
 */
export async function newestMigration(): Promise<string | null> {
  const names = await readdir(FOLDER).catch((): string[] => [])
  return (
    names
      .flatMap((name) => FILE.exec(name)?.[1] ?? [])
      .toSorted()
      .at(-1) ?? null
  )
}
