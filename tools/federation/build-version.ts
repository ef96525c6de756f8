import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import * as z from 'zod'

const ROOT = resolve(import.meta.dirname, '../..')
const NOT_BUILT = /(\.(test|spec)\.tsx?|\.md)$/
const NOT_ENTERED = new Set(['node_modules', 'dist', 'testing', 'dev'])

function filesOf(path: string): string[] {
  const info = statSync(path, { throwIfNoEntry: false })
  if (!info) return []
  if (info.isFile()) return NOT_BUILT.test(path) ? [] : [path]
  if (NOT_ENTERED.has(basename(path))) return []
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

const packageJson = z.object({ version: z.string().default('0.0.0') })

/**
 * The version that a build of the folder gets: the package's version and 8 hex digits of a hash over all
 * inputs (its sources, the shared package, the lockfile and these build scripts). Equal inputs give the same
 * release.
 */
export function buildVersion(folder: string, mode = 'production'): string {
  const common = ['shared/src', 'shared/package.json', 'pnpm-lock.yaml', 'tools/federation']
  const inputs = [folder, ...common.map((path) => join(ROOT, path))].flatMap(filesOf)
  const hash = createHash('sha256').update(mode)
  // Paths are relative to the app, so that a moved folder gives the same release.
  const named = (file: string) => relative(file.startsWith(folder + sep) ? folder : ROOT, file)
  for (const file of inputs) hash.update(`\0${named(file)}\0`).update(readFileSync(file))
  const { version } = packageJson.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return `${version}-${hash.digest('hex').slice(0, 8)}`
}
