import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAll } from '@propsight/tools/testing'
import { type RunningProduct, startProduct } from '../../support/product/start-product.ts'
import { atMost, type BenchOptions, figure, type Row } from './row.ts'
import { median } from './statistics.ts'

/**
 * Budget for an installed and built checkout. The installation depends on the network and is not measured.
 */
const BUDGET_MS = 5_000
const STARTS = 5

/** Duration of each start step in ms, from the events. Database, league and build run in parallel. */
function stepsOf({ events }: RunningProduct): Map<string, number> {
  const steps = events.filter(({ event }) => event === 'step')
  return new Map(steps.map(({ title, ms }) => [String(title), Number(ms)]))
}

async function timedStart(home: string): Promise<{ ms: number; steps: Map<string, number> }> {
  const begun = performance.now()
  const product = await startProduct({ home })
  const ms = performance.now() - begun
  await product.stop()
  return { ms, steps: stepsOf(product) }
}

/**
 * Measures the time from `npm start` to healthy, for the first start (which creates the database) and later
 * ones.
 */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  // Only the first start of a checkout builds.
  await buildAll()
  const home = mkdtempSync(join(tmpdir(), 'propsight-startup-'))
  // As root, the database runs under another user, which needs access.
  chmodSync(home, 0o755)
  try {
    const first = await timedStart(home)
    const later: Awaited<ReturnType<typeof timedStart>>[] = []
    for (let count = 0; count < (short ? 1 : STARTS); count += 1) later.push(await timedStart(home))
    const titles = [...new Set(later.flatMap(({ steps }) => [...steps.keys()]))].filter(
      (title) => title !== 'stopped',
    )
    const range = later.map((start) => start.ms)
    const spread = `${Math.round(Math.min(...range))} to ${Math.round(Math.max(...range))} ms`
    return [
      figure('first start in an empty home, installed and built', first.ms),
      atMost(`start to healthy, installed and built (p50; ${spread})`, median(range), BUDGET_MS),
      ...titles.map((title) =>
        figure(`of it: ${title}`, median(later.map(({ steps }) => steps.get(title) ?? 0))),
      ),
    ]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
