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

/**
 * Resolves a package from the folder, else from the shell or from `shared` (for a remote outside of the
 * workspace, and for packages that only `shared` uses).
 */
function resolved(folder: string, name: string): string {
  const from = [folder, join(ROOT, 'shell'), join(ROOT, 'shared')]
  const found = from.flatMap((each) => {
    try {
      return [createRequire(join(each, 'package.json')).resolve(name)]
    } catch {
      return []
    }
  })
  if (!found[0]) throw new Error(`${folder} has no ${name} installed`)
  return found[0]
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

/** Modules that the shell provides although it imports them nowhere: a shared module is built only if it is named. */
const PROVIDED_FILES: Record<string, string> = {
  '@propsight/shared/charts': '../shared/src/ui/charts/load-echarts.ts',
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
    const file = PROVIDED_FILES[request]
    const provided = { version, eager: true, ...(file ? { import: file } : {}) }
    const roleOptions = role === 'host' ? provided : { import: false as const }
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
