import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname } from 'node:path'
import * as z from 'zod'
import type { Row } from '../../tests/nightly/bench/row.ts'
import { ROOT } from '../start/start-settings.ts'

/** History of the long forms, one run of one benchmark a line; part of the repository. */
export const HISTORY = 'docs/bench-history.jsonl'
/** Number of earlier runs whose spread is used. Older runs are of other machines and other code. */
const RUNS = 5
/** Minimum noise as a share: the difference of two runs of the same code on an idle machine. */
const LEAST_NOISE = 0.1

export interface Change {
  last: number
  /** Change relative to the last figure; null when that was zero. */
  relative: number | null
  /** Whether the change is for the worse and exceeds the noise of earlier runs. */
  worse: boolean
}

/** The name of a figure without a spread or a number of runs in brackets, by which runs are matched. */
const nameOf = (what: string): string => what.replace(/ \([^()]*\d[^()]*\)/g, '').trim()

/** Whether a higher value is better: figures with a minimum as budget, and rates per time. */
const moreIsBetter = ({ what, unit }: Pick<Row, 'what' | 'unit'>): boolean =>
  /at least|times faster|share/.test(what) || /\/s$|a core second|^%$/.test(unit)

/**
 * Compares a figure with earlier runs. A change counts as worse when it exceeds the spread of the earlier
 * runs.
 * @param before runs of the same benchmark, with the same number of cores, oldest first
 * @returns null when no earlier run has the figure
 */
export function describeChange(row: Row, before: readonly BenchRun[]): Change | null {
  const values = before
    .slice(-RUNS)
    .flatMap(({ rows }) => rows.filter(({ what }) => nameOf(what) === nameOf(row.what)))
    .flatMap(({ value }) => value ?? [])
  const last = values.at(-1)
  if (last === undefined) return null
  const spread = Math.max(...values) - Math.min(...values)
  const noise = Math.max(LEAST_NOISE * Math.abs(last), spread)
  const worsening = moreIsBetter(row) ? last - row.value : row.value - last
  return { last, relative: last === 0 ? null : (row.value - last) / Math.abs(last), worse: worsening > noise }
}

const format = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2))

function changeText({ last, relative, worse }: Change): string {
  const percent =
    relative === null ? '' : ` ${relative >= 0 ? '+' : '−'}${Math.abs(100 * relative).toFixed(0)} %`
  return `  last ${format(last)}${percent}${worse ? '  WORSE' : ''}`
}

/** The figures of a benchmark as lines, each with its budget and its change since the last run. */
export function formatTable(rows: readonly Row[], before: readonly BenchRun[]): string {
  const width = Math.max(...rows.map(({ what }) => what.length))
  return rows
    .map((row) => {
      const { what, value, unit, budget, ok } = row
      const budgetText =
        budget === undefined ? '' : `  budget ${format(budget)} ${unit}  ${ok ? 'ok' : 'OVER'}`
      const change = describeChange(row, before)
      return `  ${what.padEnd(width)}  ${format(value).padStart(10)} ${unit}${budgetText}${change ? changeText(change) : ''}\n`
    })
    .join('')
}

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
export function describeRun(bench: string, rows: readonly Row[]): BenchRun {
  const commit = git('rev-parse', '--short', 'HEAD')
  const changed =
    commit && git('status', '--porcelain', '--untracked-files=no', '--', '.', `:!${HISTORY}`) ? '+' : ''
  return {
    at: new Date().toISOString(),
    bench,
    commit: commit + changed,
    cores: availableParallelism(),
    node: process.versions.node,
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
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
    if (!run.success) throw new Error(`${file}, line ${at + 1} is not a benchmark run`)
    return run.data
  })
}

export function appendRun(file: string, run: BenchRun): void {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify(run)}\n`)
}
