import type { Step } from '../measure-step.ts'
import type { Reconciled } from '../reconcile.ts'

/** The percentile of a list by the nearest rank; `share` from 0 to 1. NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** A statement that a load run confirms or refutes. */
export interface Claim {
  readonly what: string
  readonly ok: boolean
}

/** Upper bound of the p99 of a visit. The budget of a board with warm caches is one second. */
export const P99_BOUND_MS = 2_000
/** Minimum share of completely answered visits for a sustained rate. */
const GOOD_SHARE = 0.98
/** If the p99 of the generator's own delays is higher, the step measures the generator. */
const LATE_BOUND_MS = 100
/** Use from which a resource counts as full; other processes of the machine take the rest of a core. */
const FULL_SHARE = 0.9
/** Size of the data service's connection pool. */
const CONNECTIONS = 10

export const goodPerSecond = ({ result, order }: Step): number =>
  result.good / Math.max(order.seconds, result.seconds)
/** Visits per second of API CPU time, which is independent of other load on the machine. */
export const perCoreSecond = ({ result, cores }: Step): number =>
  result.good / (cores.api.reduce((sum, one) => sum + one, 0) * result.seconds)
export const visitsOf = ({ result }: Step): number[] => Object.values(result.visits).flat()
export const p99Of = (step: Step): number => percentile(visitsOf(step), 0.99)
export const errorsOf = ({ result }: Step): number =>
  Object.values(result.errors).reduce((sum, count) => sum + count, 0)
export const isLate = ({ result }: Step): boolean => percentile(result.late, 0.99) > LATE_BOUND_MS

/** The reason why a step exceeds the capacity of the product; null if its rate is sustained. */
export function saturationReason(step: Step): string | null {
  const { good, arrivals, refused } = step.result
  if (errorsOf(step) > 0) return `${errorsOf(step)} errors`
  if (good < GOOD_SHARE * arrivals) return `${refused} of ${arrivals} visits refused`
  const p99 = p99Of(step)
  return p99 > P99_BOUND_MS ? `p99 of a visit ${Math.round(p99)} ms` : null
}

/** The saturated resources of a step with their figures, most used first. */
export function fullResources({ cores, loopUse, database, upstreamCalls, result }: Step): string[] {
  const connections = database.active + database.idleInTransaction
  const api = Math.max(...cores.api)
  const shares: [share: number, text: string][] = [
    [loopUse, `the API's thread (event loop in use ${percent(loopUse)}, ${api.toFixed(2)} cores)`],
    [cores.database, `the database (${cores.database.toFixed(2)} cores)`],
    [
      connections / CONNECTIONS,
      `its ${CONNECTIONS} connections (${database.active.toFixed(1)} active, ${database.idleInTransaction.toFixed(1)} idle in a transaction, ${database.locked.toFixed(1)} waiting for a lock)`,
    ],
    [cores.upstream, `the league and the balancer (${cores.upstream.toFixed(2)} cores)`],
    [cores.generator, `the generator (${cores.generator.toFixed(2)} cores)`],
    [upstreamCalls / result.seconds / PACED_PER_SECOND, `the pacing (${upstreamCalls} upstream requests)`],
  ]
  return shares
    .filter(([share]) => share >= FULL_SHARE)
    .toSorted(([a], [b]) => b - a)
    .map(([, text]) => text)
}

/** Maximum rate of the upstream pacing: batches of 16 in sub-batches of 6, pauses of 350 ms and 1.5 s. */
const PACED_PER_SECOND = 16 / (2 * 0.35 + 1.5)

const percent = (share: number) => `${Math.round(share * 100)} %`

/** Violations of invariants that must hold under any load. */
export function violations({ lost, storedAfterRefusal, unbalanced, halfParlays }: Reconciled): string[] {
  return [
    ...lost.map((what) => `acknowledged but not stored: ${what}`),
    ...storedAfterRefusal.map((what) => `refused but stored: ${what}`),
    ...(unbalanced ? [`${unbalanced} users whose balance differs from their ledger`] : []),
    ...(halfParlays ? [`${halfParlays} parlays charged and not saved, or saved and not charged`] : []),
  ]
}
