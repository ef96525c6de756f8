import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import {
  BUDGETS,
  examineRelease,
  HOST_FILE,
  hostFileSchema,
  isChartsChunk,
  KB,
} from '@propsight/shared/release'
import { filesOf, findApps, readRelease, readReleaseFiles, SHELL } from './apps.ts'

export interface Row {
  what: string
  value: number
  unit: string
  budget: number
  ok: boolean
}

const kilobytes = (dist: string, files: string[]): number => {
  const bytes = files
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dist, file))).length, 0)
  return Math.round((bytes / KB) * 10) / 10
}

const row = (what: string, value: number, budgetBytes: number): Row => {
  const budget = budgetBytes / KB
  return { what, value, unit: 'kB', budget, ok: value <= budget }
}

/**
 * Compares the sizes of the built shell and remotes (JavaScript in brotli, kB) with their budgets.
 * @throws Error when an app is not built
 */
export function checkBundleSizes(): Row[] {
  return findApps().flatMap(({ name, folder }) => {
    const dist = join(folder, 'dist')
    const release = readRelease(dist)
    if (!release) throw new Error(`${name} is not built: run the build first`)
    const files = filesOf(dist)
    const first = kilobytes(dist, release.preload)
    if (name !== SHELL) {
      return [
        row(`remote ${name}, opened`, first, BUDGETS.remote),
        row(`remote ${name} in all`, kilobytes(dist, files), BUDGETS.remoteInAll),
      ]
    }
    const charts = files.filter(isChartsChunk)
    const others = files.filter((file) => !isChartsChunk(file))
    return [
      row('JavaScript before first paint', first, BUDGETS.firstPaint),
      row('shell in all, without charts', kilobytes(dist, others), BUDGETS.shell),
      row('charts, once for all remotes', kilobytes(dist, charts), BUDGETS.charts),
    ]
  })
}

/**
 * Runs the checks of a deploy on the built shell and remotes: one row each, with the first error.
 * @throws Error when an app is not built
 */
export async function checkBuiltReleases(): Promise<Row[]> {
  const apps = findApps().map((app) => {
    const dist = join(app.folder, 'dist')
    const release = readRelease(dist)
    if (!release) throw new Error(`${app.name} is not built: run the build first`)
    return { ...app, release, files: readReleaseFiles(dist) }
  })
  const hostFile = apps.find(({ name }) => name === SHELL)?.files.get(HOST_FILE)
  const host = hostFileSchema.parse(JSON.parse(new TextDecoder().decode(hostFile)))
  const remotes = apps.flatMap(({ declaration, release }) =>
    declaration ? [{ ...declaration, shared: release.shared, globalName: null }] : [],
  )
  return Promise.all(
    apps.map(async ({ name, declaration, release, files }) => {
      const { report } = await examineRelease({
        declaration,
        version: release.version,
        files,
        preload: declaration ? undefined : release.preload,
        host: declaration ? host : null,
        others: remotes.filter((other) => other.name !== name),
        kept: [],
        // The sizes are rows of their own.
        brotli: () => 0,
      })
      const errors = report.findings.filter(({ level }) => level === 'error')
      const [first] = errors
      const what = `release checks of ${name}${first ? `: ${first.message}` : ''}`
      return { what, value: errors.length, unit: 'errors', budget: 0, ok: errors.length === 0 }
    }),
  )
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = [...checkBundleSizes(), ...(await checkBuiltReleases())]
  for (const { what, value, unit, budget, ok } of rows)
    process.stdout.write(`${ok ? 'ok  ' : 'OVER'} ${what}: ${value} ${unit} of ${budget}\n`)
  process.exit(rows.every(({ ok }) => ok) ? 0 : 1)
}
