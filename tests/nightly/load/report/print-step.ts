import type { Step } from '../measure-step.ts'
import type { Reconciled } from '../reconcile.ts'
import {
  errorsOf,
  goodPerSecond,
  isLate,
  p99Of,
  perCoreSecond,
  percentile,
  saturationReason,
  violations,
  visitsOf,
} from './judge.ts'

const MB = 1e6
const ms = (value: number) => (Number.isNaN(value) ? '-' : String(Math.round(value)))
const pad = (cells: readonly (string | number)[], widths: readonly number[]) =>
  cells.map((cell, at) => String(cell).padStart(widths[at] ?? 8)).join(' ')

const threePercentiles = (values: readonly number[]) =>
  [0.5, 0.95, 0.99].map((share) => ms(percentile(values, share)))

/** Formats one step as text: offered and answered visits, resource use, and latencies per route. */
export function formatStep(step: Step, found: Reconciled): string {
  const { result, order, cores, database } = step
  const offered = order.pace.kind === 'open' ? `${order.pace.perSecond.toFixed(1)}/s offered, ` : ''
  const lines = [
    `\n${step.name}: ${offered}${goodPerSecond(step).toFixed(1)} complete visits/s · ${result.arrivals} arrivals, ${result.good} complete, ${result.refused} refused, ${errorsOf(step)} errors · p99 ${ms(p99Of(step))} ms`,
    ...Object.entries(result.errors).map(([kind, count]) => `  error      ${count} × ${kind}`),
    `  API        ${perCoreSecond(step).toFixed(1)} visits per core-second · ${cores.api.map((one) => one.toFixed(2)).join(' + ')} cores · event loop in use ${Math.round(step.loopUse * 100)} %, delay p99 ${ms(step.loopP99Ms)} ms, maximum ${ms(step.loopMaxMs)} ms · ${Math.round(step.rssBytes / MB)} MB · ${step.shed} requests shed`,
    `  others     database ${cores.database.toFixed(2)} cores (${database.active.toFixed(1)} active, ${database.idleInTransaction.toFixed(1)} idle in a transaction, ${database.locked.toFixed(2)} waiting for a lock) · league and balancer ${cores.upstream.toFixed(2)} · generator ${cores.generator.toFixed(2)}, late p99 ${ms(percentile(result.late, 0.99))} ms, at most ${result.peakInFlight} visits in flight`,
    `  writes     ${found.acknowledged} acknowledged, ${found.lost.length} lost, ${found.storedAfterRefusal.length} stored after a refusal, ${found.openHolds.length} open holds${found.openHolds.length ? ` (${[...new Set(found.openHolds)].join(', ')})` : ''}, ${found.unbalanced} users out of balance`,
  ]
  if (result.refusals.length > 0)
    lines.push(
      `  refusals   ${result.refusals.length} requests, ${threePercentiles(result.refusals).join(' / ')} ms (p50 / p95 / p99), ${result.withoutRetryAfter} without Retry-After`,
    )
  if (isLate(step)) lines.push('  the generator was late: the latencies of this step are not valid')
  const widths = [8, 8, 8, 8, 10]
  const row = (name: string, values: readonly number[], size: string) =>
    `    ${name.padEnd(14)}${pad([values.length, ...threePercentiles(values), size], widths)}`
  lines.push(`    ${'route'.padEnd(14)}${pad(['answers', 'p50 ms', 'p95 ms', 'p99 ms', 'kB each'], widths)}`)
  for (const [route, values] of Object.entries(result.routes).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    lines.push(row(route, values, ((result.bytes[route] ?? 0) / values.length / 1_000).toFixed(1)))
  lines.push(row('a visit', visitsOf(step), ''))
  lines.push(row('a board', result.visits.board ?? [], ''))
  const reason = saturationReason(step)
  lines.push(
    `  ${reason ? `saturated: ${reason}` : 'sustained'}`,
    ...violations(found).map((what) => `  WRONG: ${what}`),
  )
  return lines.join('\n')
}
