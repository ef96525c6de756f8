import { waitUntil } from '../wait-until.ts'
import { auditBooks, countConnections, endHolds } from './books.ts'
import type { Fault, Struck } from './fault.ts'
import { type Counted, type Counts, sumOf } from './load.ts'
import type { Stage } from './stage.ts'

const SECOND_MS = 1_000
const RECOVERY_LIMIT_MS = 45_000
/** Two instances at their most: the service's pool and leases, and the jobs. */
const MOST_CONNECTIONS = 2 * (4 + 10 + 2)
/** Beyond what the instances took before the first fault: caches that fill, not a leak in each fault. */
const MOST_GROWTH_BYTES = 200 * 1024 * 1024

export interface Outcome {
  name: string
  seconds: number
  during: Counts
  recoveryMs: number | null
  /** Of all instances. */
  memoryBytes: number
  broken: string[]
  skipped: string | null
}

export const memoryOf = ({ cluster }: Stage): number =>
  cluster.instances.reduce((sum, { memory }) => sum + memory().now, 0)

const healthy = async (url: string): Promise<boolean> => {
  try {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(3_000) })
    const { status } = (await answer.json()) as { status?: unknown }
    return status === 'ok'
  } catch {
    return false
  }
}

/** What has to hold after any fault. */
async function audit({ stage, load }: Struck, memoryBefore: number): Promise<string[]> {
  const broken: string[] = []
  const urls = stage.cluster.instances.map(({ url }) => url)
  for (const url of urls)
    await waitUntil('/health to say ok', () => healthy(url)).catch(() =>
      broken.push('/health does not say ok'),
    )
  const { url } = stage.cluster.database
  broken.push(...(await endHolds(url)), ...(await auditBooks(url, load.kept)))
  const connections = await countConnections(url)
  if (connections > MOST_CONNECTIONS) broken.push(`${connections} connections to the database`)
  const grown = memoryOf(stage) - memoryBefore
  if (grown > MOST_GROWTH_BYTES) broken.push(`memory grew by ${Math.round(grown / 1024 ** 2)} MB`)
  return broken
}

/** Uses that had to be answered with a yes throughout, and were not. */
const refusedWrongly = ({ mayFail }: Fault, { kinds, reasons }: Counted): string[] =>
  [...kinds].flatMap(([kind, { failed }]) =>
    failed && mayFail !== 'all' && !mayFail.includes(kind)
      ? [`${failed} × ${kind} failed: ${[...reasons].find((one) => one.startsWith(kind)) ?? ''}`]
      : [],
  )

/**
 * Strikes under load, heals, waits until everything is answered again, and reads the books. Never throws: what goes
 * wrong on the way is a broken promise of this fault, and the next one is tried all the same.
 */
export async function runFault(fault: Fault, struck: Struck, memoryBefore: number): Promise<Outcome> {
  const { stage, load, pages } = struck
  const skipped = fault.missing?.(stage, pages) ?? null
  const broken: string[] = []
  const step = async <T>(what: string, work: () => Promise<T> | T, instead: T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      broken.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
      return instead
    }
  }
  const during = load.count()
  const outcome = (seconds: number, recoveryMs: number | null): Outcome => ({
    ...{ name: fault.name, seconds, recoveryMs, skipped, broken },
    ...{ during: sumOf(during.kinds), memoryBytes: memoryOf(stage) },
  })
  if (skipped) return outcome(0, null)
  const begun = performance.now()
  const strike = async () => {
    await fault.strike(struck)
    return true
  }
  const wasStruck = await step('striking', strike, false)
  if (wasStruck) {
    const over = new Promise((done) => setTimeout(done, fault.seconds * SECOND_MS))
    broken.push(...(await step('while it lasted', async () => (await fault.during?.(struck)) ?? [], [])))
    await over
  }
  await step('healing', () => fault.heal(struck), undefined)
  const seconds = (performance.now() - begun) / SECOND_MS
  load.count()
  const recoveryMs = await step('coming back', () => load.recovered(RECOVERY_LIMIT_MS), null)
  broken.push(...refusedWrongly(fault, during))
  broken.push(...(await step('the books', () => audit(struck, memoryBefore), [])))
  if (wasStruck)
    broken.push(...(await step('afterwards', async () => (await fault.check?.(struck)) ?? [], [])))
  broken.push(...(await step('the pages', async () => (await pages?.check()) ?? [], [])))
  return outcome(seconds, recoveryMs)
}
