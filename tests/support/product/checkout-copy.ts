import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')
/** The files that the release commands read. Tests and the league are not among them. */
const PARTS = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.base.json', 'tsconfig.json']
const FOLDERS = ['shared', 'shell', 'remotes', 'tools', 'supabase', 'api', 'types']
const EXCLUDED = new Set(['node_modules', 'dist'])

export interface CheckoutCopy {
  folder: string
  remove(): void
}

/**
 * Copies the checkout without build results, for a test that edits sources. Installed packages are linked.
 */
export function copyCheckout(): CheckoutCopy {
  const folder = mkdtempSync(join(tmpdir(), 'propsight-checkout-'))
  const filter = (path: string) => !EXCLUDED.has(basename(path))
  for (const part of [...PARTS, ...FOLDERS])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter })
  const remotes = readdirSync(join(ROOT, 'remotes'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join('remotes', name))
  const packages = [
    '.',
    ...FOLDERS.filter((name) => name !== 'tools' && name !== 'types' && name !== 'remotes'),
  ]
  for (const at of [...packages, ...remotes])
    symlinkSync(join(ROOT, at, 'node_modules'), join(folder, at, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
