import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { BUDGETS, isChartsChunk, KB } from '@propsight/shared/release'
import { findApps, SHELL } from './apps.ts'
import { filesOf, readRelease } from './release-file.ts'

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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = checkBundleSizes()
  for (const { what, value, unit, budget, ok } of rows)
    process.stdout.write(`${ok ? 'ok  ' : 'OVER'} ${what}: ${value} ${unit} of ${budget}\n`)
  process.exit(rows.every(({ ok }) => ok) ? 0 : 1)
}
