import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { ROOT } from './apps.ts'

/**
 * All that shell and remotes share at run time. Each subpath that code imports is listed: one that is not would be a
 * second, silent copy. The router and jotai are each app's own.
 */
const PACKAGES = {
  react: 'react',
  'react/jsx-runtime': 'react',
  'react-dom': 'react-dom',
  '@tanstack/react-query': '@tanstack/react-query',
  zod: 'zod',
} as const

const packageJson = z.object({ name: z.string(), version: z.string() })

/** A folder outside of the workspace is built against what the workspace has. */
function resolved(folder: string, name: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve(name)
  } catch {
    return createRequire(join(ROOT, 'shared/package.json')).resolve(name)
  }
}

function installedVersion(folder: string, name: string): string {
  for (let at = dirname(resolved(folder, name)); at !== dirname(at); at = dirname(at)) {
    try {
      const found = packageJson.safeParse(JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')))
      if (found.success && found.data.name === name) return found.data.version
    } catch {
      // No package.json on this level.
    }
  }
  throw new Error(`${folder} has no ${name} installed`)
}

/** `^major.minor.0` of what is installed: the host may be newer within the major, never older. */
const rangeOf = (version: string): string => {
  const [major, minor] = version.split('.')
  return `^${major}.${minor}.0`
}

/** The host gives the names that the schemas use, not all of zod: it keeps what is shared whole. */
const FROM_SHELL: Record<string, string> = { zod: './src/loader/shared-zod.ts' }

/** What a package brings of everything that is shared, by the name that code imports. */
export const sharedVersions = (folder: string): Record<keyof typeof PACKAGES, string> => {
  const entries = Object.entries(PACKAGES).map(([request, name]) => [request, installedVersion(folder, name)])
  return Object.fromEntries(entries)
}

/**
 * The `shared` option of the federation plugin. A remote brings no copies of its own (`import: false`), so that a host
 * that lacks one fails inside the remote's boundary instead of running two Reacts.
 * @param folder of the package that is built
 */
export function sharedDeps(folder: string, role: 'host' | 'remote') {
  const entries = Object.entries(sharedVersions(folder)).map(([request, version]) => {
    const file = FROM_SHELL[request]
    const brought = { version, eager: true, ...(file ? { import: file } : {}) }
    const own = role === 'host' ? brought : { import: false as const }
    return [request, { singleton: true, strictVersion: true, requiredVersion: rangeOf(version), ...own }]
  })
  return Object.fromEntries(entries) as Record<
    keyof typeof PACKAGES,
    { singleton: true; strictVersion: true; requiredVersion: string }
  >
}
