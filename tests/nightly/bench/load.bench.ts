import { manyAnalyses } from '../../support/analysis/many-analyses.ts'
import type { BenchOptions, Row } from './row.ts'

const USERS = 200
const FEW_USERS = 12
const MB = 1_000_000
/** Peak memory of the API above its idle memory; the boards are streamed, not buffered. */
const GROWTH_BUDGET_MB = 700

/**
 * Measures upstream requests, latency and memory of 200 concurrent analyses on one API instance with cold
 * caches.
 */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const load = await manyAnalyses(short ? FEW_USERS : USERS)
  for (const what of [...load.failed.slice(0, 5), ...load.repeatedResources.slice(0, 20)]) {
    process.stderr.write(`  ${what}\n`)
  }
  const at = (share: number) => load.ms[Math.min(load.ms.length - 1, Math.floor(share * load.ms.length))] ?? 0
  const growth = (load.memory.peak - load.memory.before) / MB
  const expectNone = (what: string, value: number, unit: string): Row => ({
    what,
    value,
    unit,
    budget: 0,
    ok: value === 0,
    counted: true,
  })
  return [
    { what: 'users at once', value: load.users, unit: 'users' },
    expectNone('runs that failed', load.failed.length, 'runs'),
    expectNone('balances that are not 20 less one analysis', load.wrongBalances, 'users'),
    { what: 'resources asked of the upstream', value: load.resources, unit: 'resources' },
    { what: 'requests for them', value: load.requests, unit: 'requests' },
    {
      what: 'times that the most asked resource was asked',
      value: load.mostRequests,
      unit: 'times',
      budget: 1,
      ok: load.mostRequests <= 1,
      counted: true,
    },
    { what: 'whole analysis, p50', value: at(0.5), unit: 'ms' },
    { what: 'whole analysis, p99', value: at(0.99), unit: 'ms' },
    { what: 'all analyses', value: load.allMs, unit: 'ms' },
    { what: 'memory of the API before', value: load.memory.before / MB, unit: 'MB' },
    {
      what: 'growth of the API memory at its peak',
      value: growth,
      unit: 'MB',
      budget: GROWTH_BUDGET_MB,
      ok: growth <= GROWTH_BUDGET_MB,
    },
    { what: 'memory of the API after', value: load.memory.after / MB, unit: 'MB' },
  ]
}
