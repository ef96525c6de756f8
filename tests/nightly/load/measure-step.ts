import { readdirSync, readFileSync } from 'node:fs'
import type { LoadEnvironment } from './environment.ts'
import type { Order, StepResult } from './generator/messages.ts'

/** USER_HZ (proc(5)); 100 on all Linux platforms that Node supports. */
const TICKS_PER_SECOND = 100
/**
 * Indexes of utime, stime, cutime, cstime in /proc/PID/stat after the process name (proc(5), fields 14 to
 * 17).
 */
const UTIME = 11
const CHILDREN_END = 15

interface Usage {
  parent: number
  ticks: number
}

/** Null if the process has exited or the system has no /proc. */
function usageOf(pid: number): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(UTIME, CHILDREN_END).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    return null
  }
}

/** CPU time in seconds used so far by a process and its children, including exited ones; 0 if unknown. */
export function cpuSecondsOf(pid: number): number {
  const own = usageOf(pid)
  if (!own) return 0
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const ticks = children.reduce((sum, name) => {
    const usage = Number(name) === pid ? null : usageOf(Number(name))
    return usage?.parent === pid ? sum + usage.ticks : sum
  }, own.ticks)
  return ticks / TICKS_PER_SECOND
}

/** Figures of one instance from `GET /metrics`. */
export interface ApiFigures {
  readonly cpuSeconds: number
  readonly rssBytes: number
  /** Event loop delay since the last request for metrics. */
  readonly loopP99Ms: number
  readonly loopMaxMs: number
  /** Event loop utilization since the last request for metrics, 0 to 1. */
  readonly loopUse: number
  /** Total upstream requests. */
  readonly upstreamCalls: number
  /** Total requests refused by load shedding. */
  readonly shed: number
}

/** @returns the sum over all labels of a metric; 0 if it does not exist */
const sumOf = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  )

/**
 * Reads the metrics of one instance. Each request starts a new interval of the event loop figures.
 * @throws Error if the request fails
 */
export async function readMetrics(url: string, adminKey: string): Promise<ApiFigures> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${adminKey}` } })
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}`)
  const text = await answer.text()
  return {
    cpuSeconds: sumOf(text, 'process_cpu_seconds_total'),
    rssBytes: sumOf(text, 'process_resident_memory_bytes'),
    loopP99Ms: sumOf(text, 'nodejs_eventloop_lag_p99_seconds') * 1_000,
    loopMaxMs: sumOf(text, 'nodejs_eventloop_lag_max_seconds') * 1_000,
    loopUse: sumOf(text, 'propsight_event_loop_use'),
    upstreamCalls: sumOf(text, 'propsight_upstream_requests_total'),
    shed: sumOf(text, 'propsight_shed_total'),
  }
}

/** CPU use of one step; 1 is one fully used core. */
export interface Cores {
  /** One value per instance. */
  readonly api: readonly number[]
  readonly database: number
  /** The league and, with two instances, the balancer; they share the process of the test. */
  readonly upstream: number
  readonly generator: number
}

export interface Step {
  readonly name: string
  readonly order: Order
  readonly result: StepResult
  readonly cores: Cores
  /** Maximum over the instances. */
  readonly loopP99Ms: number
  readonly loopMaxMs: number
  /** Event loop utilization, 0 to 1; maximum over the instances. */
  readonly loopUse: number
  /** Resident memory at the end; maximum over the instances. */
  readonly rssBytes: number
  readonly upstreamCalls: number
  readonly shed: number
  readonly database: { active: number; locked: number; idleInTransaction: number }
}

const sumOver = (figures: readonly ApiFigures[], of: (one: ApiFigures) => number) =>
  figures.reduce((sum, one) => sum + of(one), 0)
const maximumOver = (figures: readonly ApiFigures[], of: (one: ApiFigures) => number) =>
  Math.max(...figures.map(of))

/** Runs one step and measures the resource use of every process during it. */
export async function runStep(environment: LoadEnvironment, name: string, order: Order): Promise<Step> {
  const { cluster, generators, watch } = environment
  const readUsage = async () => ({
    api: await Promise.all(cluster.instances.map(({ url }) => readMetrics(url, cluster.adminKey))),
    database: cpuSecondsOf(cluster.database.pid ?? 0),
    own: process.cpuUsage(),
  })
  const before = await readUsage()
  watch.read()
  const result = await generators.run(order)
  const database = watch.read()
  const after = await readUsage()
  const own = process.cpuUsage(before.own)
  const { seconds } = result
  return {
    name,
    order,
    result,
    database,
    cores: {
      api: after.api.map(({ cpuSeconds }, at) => (cpuSeconds - (before.api[at]?.cpuSeconds ?? 0)) / seconds),
      database: (after.database - before.database) / seconds,
      upstream: (own.user + own.system) / 1e6 / seconds,
      generator: result.cpuSeconds / seconds,
    },
    loopP99Ms: maximumOver(after.api, ({ loopP99Ms }) => loopP99Ms),
    loopMaxMs: maximumOver(after.api, ({ loopMaxMs }) => loopMaxMs),
    loopUse: maximumOver(after.api, ({ loopUse }) => loopUse),
    rssBytes: maximumOver(after.api, ({ rssBytes }) => rssBytes),
    upstreamCalls:
      sumOver(after.api, (one) => one.upstreamCalls) - sumOver(before.api, (one) => one.upstreamCalls),
    shed: sumOver(after.api, (one) => one.shed) - sumOver(before.api, (one) => one.shed),
  }
}
