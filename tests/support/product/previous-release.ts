import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')
const PNPM = join(ROOT, '.pnpm-bin/node_modules/.bin/pnpm')

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
 * Checks out the API of an earlier commit into a temporary folder and installs its packages.
 * @returns its main module
 */
export function checkOutRelease(commit: string): { main: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'propsight-release-'))
  const index = join(folder, 'index')
  git(['read-tree', commit], { GIT_INDEX_FILE: index })
  git(['checkout-index', '--all', `--prefix=${folder}/`], { GIT_INDEX_FILE: index })
  // With the packages of its own lockfile: the current release may no longer have all of them.
  const install = ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts', '--prod']
  execFileSync(PNPM, [...install, '--filter', '@propsight/api...'], { cwd: folder, stdio: 'pipe' })
  const main = join(folder, 'api/src/main.ts')
  if (!existsSync(main)) throw new Error(`${commit} has no API`)
  return { main, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
