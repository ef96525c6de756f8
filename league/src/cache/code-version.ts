import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, '..')

/**
 * A short hash of the code that makes worlds. It is part of a cache file's name, so other code does not read
 * the file.
 */
export function codeVersion(): string {
  const hash = createHash('sha256')
  const files = ['data', 'world', 'sample', 'pricing', 'replay', 'cache'].flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(source, folder, name),
    ),
  )
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).toSorted()) {
    hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 12)
}
