import autocannon, { type Result } from 'autocannon'
import { cpuSecondsOf, readMetric } from '../../support/process-figures.ts'
import type { LoadEnvironment } from './environment.ts'
import { emptyTally, requestsOf, type Tally, VISITS, VISITS_OF_TWO_SESSIONS, type Visit } from './visits.ts'

export interface LoadResult extends Tally {
  seconds: number
  /** Complete visits per second, and per second of CPU time of the API. */
  perSecond: number
  perCoreSecond: number
  /** CPU time of all instances, and of the database, in seconds. */
  apiSeconds: number
  databaseSeconds: number
  /** 99th percentile of the requests. */
  p99Ms: number
  bytes: number
  /** Resident memory of the largest instance. */
  rssBytes: number
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((each) => [Math.random(), each] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, each]) => each)
}

const MIX = VISITS.flatMap((visit) => Array<Visit>(VISITS_OF_TWO_SESSIONS[visit]).fill(visit))

export interface Order {
  name: string
  /** Visitors, of which each begins a visit when the one before is complete. */
  connections: number
  seconds: number
  /** Visits of one kind; default: the mix. */
  only?: Visit
}

/** Visits the product for a while and prints what came of it. */
export async function runLoad(environment: LoadEnvironment, order: Order): Promise<LoadResult> {
  const { cluster, url, data } = environment
  const { name, connections, seconds, only } = order
  const sumOver = async (metric: string) => {
    const values = await Promise.all(
      cluster.instances.map((instance) => readMetric(instance.url, cluster.adminKey, metric)),
    )
    return { sum: values.reduce((total, value) => total + value, 0), most: Math.max(...values) }
  }
  const usage = async () => ({
    api: (await sumOver('process_cpu_seconds_total')).sum,
    database: cpuSecondsOf(cluster.database.pid),
  })
  const tally = emptyTally()
  const before = await usage()
  const result: Result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 20,
    // Each connection has its own visits in an order of its own.
    setupClient: (client) =>
      client.setRequests(shuffled(only ? [only] : MIX).flatMap((visit) => requestsOf(visit, data, tally))),
  })
  const after = await usage()
  const apiSeconds = after.api - before.api
  const broken = result.errors + result.timeouts
  if (broken > 0) tally.errors.set('broken connections and requests without an answer', broken)
  const figures: LoadResult = {
    ...tally,
    seconds: result.duration,
    perSecond: tally.good / result.duration,
    perCoreSecond: tally.good / apiSeconds,
    apiSeconds,
    databaseSeconds: after.database - before.database,
    p99Ms: result.latency.p99,
    bytes: result.throughput.total,
    rssBytes: (await sumOver('process_resident_memory_bytes')).most,
  }
  const busy = (cpu: number) => (cpu / figures.seconds).toFixed(2)
  process.stdout.write(
    `  ${name}: ${connections} visitors, ${figures.perSecond.toFixed(1)} visits/s, ${figures.perCoreSecond.toFixed(1)} per core-second of the API, p99 of a request ${figures.p99Ms} ms, ${tally.refused} refused; cores: API ${busy(apiSeconds)}, database ${busy(figures.databaseSeconds)}\n`,
  )
  for (const [error, count] of tally.errors) process.stdout.write(`    ${count} × ${error}\n`)
  return figures
}

export const errorsOf = ({ errors }: LoadResult): number =>
  [...errors.values()].reduce((sum, count) => sum + count, 0)
