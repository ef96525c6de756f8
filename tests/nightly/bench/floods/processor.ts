import { cpus } from 'node:os'
import { cpuSecondsOf, readMetric } from '../../../support/process-figures.ts'

/** Processor time of an interval in cores, and the delay of the API's event loop. */
export interface ProcessorUse {
  readonly api: number
  readonly database: number
  /** This process, which sends the requests and serves the sample league. */
  readonly bench: number
  /** All other processes of the machine. */
  readonly others: number
  /** 99th percentile of the time between two rounds of the event loop that are due every 10 ms, in ms. */
  readonly loopMs: number
}

const LOOP_METRIC = 'nodejs_eventloop_lag_p99_seconds'

interface Measured {
  url: string
  adminKey: string
  apiPid: number
  databasePid: number
}

function readSeconds({ apiPid, databasePid }: Measured) {
  const { user, system } = process.cpuUsage()
  const busyMs = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  return {
    at: performance.now() / 1_000,
    busy: busyMs / 1_000,
    api: cpuSecondsOf(apiPid),
    database: cpuSecondsOf(databasePid),
    bench: (user + system) / 1e6,
  }
}

/** Starts an interval. @returns a function that ends it */
export async function measureProcessor(measured: Measured): Promise<() => Promise<ProcessorUse>> {
  const { url, adminKey } = measured
  // Starts a new interval of the event loop figures.
  await readMetric(url, adminKey, LOOP_METRIC)
  const before = readSeconds(measured)
  return async () => {
    const after = readSeconds(measured)
    const loopMs = 1_000 * (await readMetric(url, adminKey, LOOP_METRIC))
    const cores = (part: 'busy' | 'api' | 'database' | 'bench') =>
      (after[part] - before[part]) / (after.at - before.at)
    const [api, database, bench] = [cores('api'), cores('database'), cores('bench')]
    return { api, database, bench, others: Math.max(0, cores('busy') - api - database - bench), loopMs }
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The mean of several intervals. */
export const meanUse = (uses: readonly ProcessorUse[]): ProcessorUse => ({
  api: mean(uses.map(({ api }) => api)),
  database: mean(uses.map(({ database }) => database)),
  bench: mean(uses.map(({ bench }) => bench)),
  others: mean(uses.map(({ others }) => others)),
  loopMs: mean(uses.map(({ loopMs }) => loopMs)),
})

/** Share of the machine above which processes wait for a core. */
const FULL_SHARE = 0.9
/** Cores that the processes of the benchmark and of others use when the product alone does not fill the machine. */
const FOREIGN_CORES = 0.5

/**
 * Whether requests wait for processes that are not part of the product: the machine is full, and a quarter of two cores
 * belongs to others. The time of a request then says nothing about the API.
 */
export const isCrowded = ({ api, database, bench, others }: ProcessorUse): boolean =>
  api + database + bench + others > FULL_SHARE * cpus().length && bench + others > FOREIGN_CORES
