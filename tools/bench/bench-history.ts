import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { Row } from '../../tests/nightly/bench/row.ts'
import { ROOT } from '../start/start-settings.ts'

const rowSchema = z.object({
  what: z.string(),
  value: z.number().nullable(),
  unit: z.string(),
  budget: z.number().optional(),
  ok: z.boolean().optional(),
})

/** One run of one benchmark, as a line of the history. */
const runSchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  bench: z.string(),
  /** Abbreviated hash, with '+' if files differed from it; empty outside a checkout. */
  commit: z.string(),
  cores: z.int(),
  node: z.string(),
  /** Load average of the last minute at the end of the run. */
  load: z.number(),
  short: z.boolean(),
  rows: z.array(rowSchema),
})
export type BenchRun = z.infer<typeof runSchema>

function git(...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return ''
  }
}

/** The history entry of a run that has just ended. */
export function describeRun(bench: string, rows: readonly Row[], short: boolean): BenchRun {
  const commit = git('rev-parse', '--short', 'HEAD')
  const changed = commit && git('status', '--porcelain', '--untracked-files=no') ? '+' : ''
  return {
    at: new Date().toISOString(),
    bench,
    commit: commit + changed,
    cores: availableParallelism(),
    node: process.versions.node,
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
    short,
    rows: rows.map((row) => ({ ...row, value: Number.isFinite(row.value) ? row.value : null })),
  }
}

/**
 * Reads the runs in a file of JSON lines, oldest first; none when the file does not exist. @throws on an
 * invalid line
 */
export function readHistory(file: string): BenchRun[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line, at) => {
    const run = runSchema.safeParse(JSON.parse(line))
    if (!run.success) throw new Error(`${file}, line ${at + 1} is no run of a bench`)
    return run.data
  })
}

export function appendRun(file: string, run: BenchRun): void {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify(run)}\n`)
}
