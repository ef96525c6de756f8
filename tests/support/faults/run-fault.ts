import { waitUntil } from '../wait-until.ts'
import { auditBooks, countConnections, endHolds } from './books.ts'
import type { Fault, Struck } from './fault.ts'
import { type Counts, sumOf } from './load.ts'
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

/** Strikes under load, heals, waits until everything is answered again, and reads the books. */
export async function runFault(fault: Fault, struck: Struck, memoryBefore: number): Promise<Outcome> {
  const { stage, load } = struck
  const none: Outcome = {
    ...{ name: fault.name, seconds: 0, recoveryMs: null, memoryBytes: 0, broken: [] },
    ...{ during: { ok: 0, failed: 0, late: 0 }, skipped: fault.missing?.(stage) ?? null },
  }
  if (none.skipped) return none
  const broken: string[] = []
  const during = load.count()
  const begun = performance.now()
  await fault.strike(struck)
  await new Promise((over) => setTimeout(over, fault.seconds * SECOND_MS))
  await fault.heal(struck)
  const seconds = (performance.now() - begun) / SECOND_MS
  let recoveryMs: number | null = null
  try {
    load.count()
    recoveryMs = await load.recovered(RECOVERY_LIMIT_MS)
    for (const [kind, { failed }] of during.kinds)
      if (failed && fault.mayFail !== 'all' && !fault.mayFail.includes(kind))
        broken.push(
          `${failed} × ${kind} failed: ${[...during.reasons].find((one) => one.startsWith(kind)) ?? ''}`,
        )
  } catch (error) {
    broken.push(error instanceof Error ? error.message : String(error))
  }
  broken.push(...(await audit(struck, memoryBefore)), ...((await fault.check?.(struck)) ?? []))
  return { ...none, seconds, during: sumOf(during.kinds), recoveryMs, memoryBytes: memoryOf(stage), broken }
}
