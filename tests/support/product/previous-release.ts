import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')
const PARTS = ['api', 'shared', 'supabase']

const git = (args: string[], env: Record<string, string> = {}) =>
  execFileSync('git', args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })

/** Whether this checkout has the commit. An archive or a shallow clone has no history. */
export function hasCommit(commit: string): boolean {
  try {
    git(['cat-file', '-e', `${commit}^{commit}`])
    return true
  } catch {
    return false
  }
}

/**
 * Links the installed packages of this checkout into another release; `@propsight/*` points to that release.
 */
function linkPackages(folder: string, part: string) {
  const from = join(ROOT, part, 'node_modules')
  const to = join(folder, part, 'node_modules')
  mkdirSync(join(to, '@propsight'), { recursive: true })
  for (const name of readdirSync(from))
    if (name !== '@propsight') symlinkSync(join(from, name), join(to, name))
  for (const other of PARTS) symlinkSync(join(folder, other), join(to, '@propsight', other))
}

/** Checks out the API of an earlier commit into a temporary folder. @returns its main module */
export function checkOutRelease(commit: string): { main: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'propsight-release-'))
  const index = join(folder, 'index')
  git(['read-tree', commit], { GIT_INDEX_FILE: index })
  git(['checkout-index', '--all', `--prefix=${folder}/`], { GIT_INDEX_FILE: index })
  for (const part of PARTS) linkPackages(folder, part)
  const main = join(folder, 'api/src/main.ts')
  if (!existsSync(main)) throw new Error(`${commit} has no API`)
  return { main, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
