import { percentile } from '../percentile.ts'
import type { Reconciled } from '../reconcile.ts'
import type { Step } from '../step.ts'

/** A visit that takes longer is one that a bettor gives up: the budget of a warm board is one second. */
export const P99_BOUND_MS = 2_000
/** Of the visits that came, those that have to be answered whole for a rate to be kept up with. */
const GOOD_SHARE = 0.98
/** A generator that sends this late (p99) measures itself. */
const LATE_BOUND_MS = 100
/** A core is taken to be full from here: the rest goes to other processes of the machine. */
const FULL_CORE = 0.9
/** The data service holds ten connections of the database. */
const CONNECTIONS = 10

export const goodPerSecond = ({ result, order }: Step): number =>
  result.good / Math.max(order.seconds, result.seconds)
/**
 * Visits for each second of a core that the API got: what the product does, whatever else the machine has to do.
 */
export const perCoreSecond = ({ result, cores }: Step): number =>
  result.good / (cores.api.reduce((sum, one) => sum + one, 0) * result.seconds)
export const visitsOf = ({ result }: Step): number[] => Object.values(result.visits).flat()
export const p99Of = (step: Step): number => percentile(visitsOf(step), 0.99)
export const errorsOf = ({ result }: Step): number =>
  Object.values(result.errors).reduce((sum, count) => sum + count, 0)
export const isLate = ({ result }: Step): boolean => percentile(result.late, 0.99) > LATE_BOUND_MS

/** Why a step is more than the product can do; null where it keeps up. */
export function saturatedBy(step: Step): string | null {
  const { good, arrivals, refused } = step.result
  if (errorsOf(step) > 0) return `${errorsOf(step)} errors`
  if (good < GOOD_SHARE * arrivals) return `${refused} of ${arrivals} visits refused`
  const p99 = p99Of(step)
  return p99 > P99_BOUND_MS ? `p99 of a visit ${Math.round(p99)} ms` : null
}

/** What is full in a step, fullest first, each with what says so. */
export function whatIsFull({ cores, loopUse, database, upstreamCalls, result }: Step): string[] {
  const connections = database.active + database.idleInTransaction
  const api = Math.max(...cores.api)
  const shares: [share: number, text: string][] = [
    [loopUse, `the API's thread (event loop in use ${percent(loopUse)}, ${api.toFixed(2)} cores)`],
    [cores.database / FULL_CORE, `the database (${cores.database.toFixed(2)} cores)`],
    [
      connections / CONNECTIONS,
      `its ${CONNECTIONS} connections (${database.active.toFixed(1)} at work, ${database.idleInTransaction.toFixed(1)} held between statements, ${database.locked.toFixed(1)} waiting for a lock)`,
    ],
    [cores.upstream / FULL_CORE, `the league and the balancer (${cores.upstream.toFixed(2)} cores)`],
    [cores.generator / FULL_CORE, `the generator (${cores.generator.toFixed(2)} cores)`],
    [
      upstreamCalls / result.seconds / PACED_PER_SECOND,
      `the pacing (${upstreamCalls} calls of the upstream)`,
    ],
  ]
  return shares
    .filter(([share]) => share >= FULL_CORE)
    .toSorted(([a], [b]) => b - a)
    .map(([, text]) => text)
}

/** Six at once with 350 ms between, and 1.5 s after sixteen: the most that the pacing lets through. */
const PACED_PER_SECOND = 16 / (2 * 0.35 + 1.5)

const percent = (share: number) => `${Math.round(share * 100)} %`

/** Violations that no load may cause. */
export function wrongs({ lost, leftBehind, unbalanced, halfParlays }: Reconciled): string[] {
  return [
    ...lost.map((what) => `acknowledged but not stored: ${what}`),
    ...leftBehind.map((what) => `refused but stored: ${what}`),
    ...(unbalanced ? [`${unbalanced} users whose balance differs from their ledger`] : []),
    ...(halfParlays ? [`${halfParlays} parlays charged and not saved, or saved and not charged`] : []),
  ]
}
