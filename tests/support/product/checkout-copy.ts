import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')
/** The files that the commands of the product read. Tests are not among them. */
const PARTS = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.base.json', 'tsconfig.json']
const FOLDERS = ['shared', 'shell', 'remotes', 'tools', 'supabase', 'api', 'league', 'types']
/** Caches contain paths, and packages of the workspace are linked to the copy. */
const NOT_LINKED = new Set(['.cache', '@propsight'])

export interface CheckoutCopy {
  folder: string
  remove(): void
}

/** Links the installed packages of a folder, and the packages of the workspace to their copies. */
function linkPackages(from: string, to: string, folder: string): void {
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (!NOT_LINKED.has(name)) symlinkSync(join(from, name), join(to, name))
  const workspace = join(from, '@propsight')
  if (!existsSync(workspace)) return
  mkdirSync(join(to, '@propsight'))
  for (const name of readdirSync(workspace)) {
    const original = relative(ROOT, realpathSync(join(workspace, name)))
    symlinkSync(join(folder, original), join(to, '@propsight', name))
  }
}

/**
 * Copies the checkout, for a test that edits sources. Installed packages are linked.
 * @param options.builds copies the builds as well, so that a start does not build
 */
export function copyCheckout({ builds = false } = {}): CheckoutCopy {
  const folder = mkdtempSync(join(tmpdir(), 'propsight-checkout-'))
  const filter = (path: string) => basename(path) !== 'node_modules' && (builds || basename(path) !== 'dist')
  for (const part of [...PARTS, ...FOLDERS])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter })
  const nested = ['remotes', 'tools'].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => join(parent, name)),
  )
  for (const at of ['.', ...FOLDERS, ...nested]) {
    const from = join(ROOT, at, 'node_modules')
    if (existsSync(from)) linkPackages(from, join(folder, at, 'node_modules'), folder)
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
