import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { ROOT } from './apps.ts'

/**
 * The modules that shell and remotes share at run time, with the package that gives their version. Every
 * imported subpath must be listed: an unlisted one would silently be bundled as a second copy. A public
 * package is shared as a whole, because a remote of another team may use all of it. The schema module is a
 * part of zod and therefore has a name of its own.
 */
const PACKAGES = {
  react: 'react',
  'react/jsx-runtime': 'react',
  'react-dom': 'react-dom',
  'react-router-dom': 'react-router-dom',
  jotai: 'jotai',
  '@tanstack/react-query': '@tanstack/react-query',
  '@propsight/shared/schema': 'zod',
  // A function that loads echarts: one copy for all remotes, at the first chart.
  '@propsight/shared/charts': 'echarts',
} as const

const packageJson = z.object({ name: z.string(), version: z.string() })

/** Resolves a package from the folder, else from the workspace (for a remote outside of the workspace). */
function resolved(folder: string, name: string): string {
  try {
    return createRequire(join(folder, 'package.json')).resolve(name)
  } catch {
    return createRequire(join(ROOT, 'shell/package.json')).resolve(name)
  }
}

function installedVersion(folder: string, name: string): string {
  for (let at = dirname(resolved(folder, name)); at !== dirname(at); at = dirname(at)) {
    try {
      const found = packageJson.safeParse(JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')))
      if (found.success && found.data.name === name) return found.data.version
    } catch {
      // No package.json in this folder.
    }
  }
  throw new Error(`${folder} has no ${name} installed`)
}

/**
 * `^major.minor.0` of the installed version: the host may be newer within the same major version, never
 * older.
 */
const rangeOf = (version: string): string => {
  const [major, minor] = version.split('.')
  return `^${major}.${minor}.0`
}

/** The installed version of every shared module, by import name. */
export const sharedVersions = (folder: string): Record<keyof typeof PACKAGES, string> => {
  const entries = Object.entries(PACKAGES).map(([request, name]) => [request, installedVersion(folder, name)])
  return Object.fromEntries(entries)
}

/**
 * The `shared` option of the federation plugin. A remote contains no fallback copies (`import: false`): if a
 * host lacks a package, the remote fails inside its error boundary, instead of running a second React.
 * @param folder the folder of the built package
 */
export function sharedDeps(folder: string, role: 'host' | 'remote') {
  const entries = Object.entries(sharedVersions(folder)).map(([request, version]) => {
    const roleOptions = role === 'host' ? { version, eager: true } : { import: false as const }
    return [
      request,
      { singleton: true, strictVersion: true, requiredVersion: rangeOf(version), ...roleOptions },
    ]
  })
  return Object.fromEntries(entries) as Record<
    keyof typeof PACKAGES,
    { singleton: true; strictVersion: true; requiredVersion: string }
  >
}
