import { waitUntil } from '../wait-until.ts'
import { auditDatabase, countConnections, expireHolds } from './audit-database.ts'
import { type Counted, type Counts, sumOf } from './background-load.ts'
import { measureMemory } from './environment.ts'
import type { Fault, FaultContext } from './fault.ts'

const SECOND_MS = 1_000
/** Longer than any circuit breaker or lease of the product, on a busy machine. */
const RECOVERY_LIMIT_MS = 90_000
/**
 * Allowed failure rate, as a multiple of the rate without a fault, measured directly afterwards on the same
 * machine.
 */
const BASELINE_FACTOR = 2
/**
 * Upper bound of the allowed failure rate. Above it the machine is too busy for a verdict, and the row fails.
 */
const MAX_FAILURE_RATE = 0.25
/** Maximum of two instances: the data service's pool, its leases, and the jobs. */
const MAX_CONNECTIONS = 2 * (4 + 10 + 2)
/** Allowed growth since before the first fault. It covers caches that fill, but not a leak in each fault. */
const MAX_GROWTH_BYTES = 128 * 1024 * 1024

export interface Outcome {
  name: string
  seconds: number
  during: Counts
  recoveryMs: number | null
  /** Memory in use by all instances after a garbage collection. */
  memoryBytes: number
  broken: string[]
  skipped: string | null
}

const healthy = async (url: string): Promise<boolean> => {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(3_000) })
    const { status } = (await answer.json()) as { status?: unknown }
    return status === 'ok'
  } catch {
    return false
  }
}

/** Checks that apply after any fault. @returns a sentence for each failed check */
async function audit({ environment, load }: FaultContext): Promise<string[]> {
  const broken: string[] = []
  const urls = environment.cluster.instances.map(({ url }) => url)
  for (const url of urls)
    await waitUntil('/health to report ok', () => healthy(url)).catch(() =>
      broken.push('/health does not report ok'),
    )
  const { url } = environment.cluster.database
  broken.push(...(await expireHolds(url)), ...(await auditDatabase(url, load.acknowledged)))
  const connections = await countConnections(url)
  if (connections > MAX_CONNECTIONS) broken.push(`${connections} connections to the database`)
  return broken
}

/**
 * Operations that failed although this fault does not allow it, if more than `share` of their kind failed.
 */
const unexpectedFailures = ({ mayFail }: Fault, { kinds, reasons }: Counted, share: number): string[] =>
  [...kinds].flatMap(([kind, { ok, failed }]) =>
    failed > (ok + failed) * share && mayFail !== 'all' && !mayFail.includes(kind)
      ? [`${failed} × ${kind} failed: ${[...reasons].find((reason) => reason.startsWith(kind)) ?? ''}`]
      : [],
  )

/** The share of operations that currently fail without a fault, because the machine is busy. */
async function baselineFailureRate({ seconds }: Fault, { load }: FaultContext): Promise<number> {
  const baseline = load.count()
  await new Promise((over) => setTimeout(over, seconds * SECOND_MS))
  await load.settled()
  const { ok, failed } = sumOf(baseline.kinds)
  return failed / Math.max(1, ok + failed)
}

/**
 * Injects a fault under load, ends it, waits until all operations succeed again, and audits the database.
 * Never throws: errors are reported as failed checks of this fault, so that the next fault can run.
 */
export async function runFault(fault: Fault, context: FaultContext, memoryBefore: number): Promise<Outcome> {
  const { environment, load, pages } = context
  const skipped = fault.missing?.(environment, pages) ?? null
  const broken: string[] = []
  const step = async <T>(what: string, work: () => Promise<T> | T, fallback: T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      broken.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
      return fallback
    }
  }
  const during = load.count()
  const outcome = (seconds: number, recoveryMs: number | null, memoryBytes = 0): Outcome => ({
    name: fault.name,
    seconds,
    during: sumOf(during.kinds),
    recoveryMs,
    memoryBytes,
    broken,
    skipped,
  })
  if (skipped) return outcome(0, null)
  const startedAt = performance.now()
  const inject = async () => {
    await fault.inject(context)
    return true
  }
  const wasInjected = await step('injecting the fault', inject, false)
  if (wasInjected) {
    const over = new Promise((done) => setTimeout(done, fault.seconds * SECOND_MS))
    broken.push(
      ...(await step('checks during the fault', async () => (await fault.during?.(context)) ?? [], [])),
    )
    await over
  }
  await step('ending the fault', () => fault.heal(context), undefined)
  const seconds = (performance.now() - startedAt) / SECOND_MS
  load.count()
  const recoveryMs = await step('recovery', () => load.recovered(RECOVERY_LIMIT_MS), null)
  if (unexpectedFailures(fault, during, 0).length) {
    const share = Math.min(MAX_FAILURE_RATE, BASELINE_FACTOR * (await baselineFailureRate(fault, context)))
    broken.push(...unexpectedFailures(fault, during, share))
  }
  broken.push(...(await step('audit', () => audit(context), [])))
  if (wasInjected)
    broken.push(
      ...(await step('checks after the fault', async () => (await fault.check?.(context)) ?? [], [])),
    )
  broken.push(...(await step('checks of the pages', async () => (await pages?.check()) ?? [], [])))
  const memoryBytes = await step('memory measurement', () => measureMemory(environment), 0)
  const grown = memoryBytes - memoryBefore
  if (grown > MAX_GROWTH_BYTES) broken.push(`memory grew by ${Math.round(grown / 1024 ** 2)} MB`)
  return outcome(seconds, recoveryMs, memoryBytes)
}
