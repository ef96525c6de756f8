import type { Order, StepResult } from './generator/messages.ts'
import { cpuSecondsOf } from './stage/cpu.ts'
import { type ApiFigures, readMetrics } from './stage/read-metrics.ts'
import type { Stage } from './environment.ts'

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
const mostOf = (figures: readonly ApiFigures[], of: (one: ApiFigures) => number) =>
  Math.max(...figures.map(of))

/** Runs one step and measures the resource use of every process during it. */
export async function runStep(stage: Stage, name: string, order: Order): Promise<Step> {
  const { cluster, generators, watch } = stage
  const look = async () => ({
    api: await Promise.all(cluster.instances.map(({ url }) => readMetrics(url, cluster.adminKey))),
    database: cpuSecondsOf(cluster.database.pid ?? 0),
    own: process.cpuUsage(),
  })
  const before = await look()
  watch.read()
  const result = await generators.run(order)
  const database = watch.read()
  const after = await look()
  const own = process.cpuUsage(before.own)
  const { seconds } = result
  return {
    ...{ name, order, result, database },
    cores: {
      api: after.api.map(({ cpuSeconds }, at) => (cpuSeconds - (before.api[at]?.cpuSeconds ?? 0)) / seconds),
      database: (after.database - before.database) / seconds,
      upstream: (own.user + own.system) / 1e6 / seconds,
      generator: result.cpuSeconds / seconds,
    },
    loopP99Ms: mostOf(after.api, ({ loopP99Ms }) => loopP99Ms),
    loopMaxMs: mostOf(after.api, ({ loopMaxMs }) => loopMaxMs),
    loopUse: mostOf(after.api, ({ loopUse }) => loopUse),
    rssBytes: mostOf(after.api, ({ rssBytes }) => rssBytes),
    upstreamCalls:
      sumOver(after.api, (one) => one.upstreamCalls) - sumOver(before.api, (one) => one.upstreamCalls),
    shed: sumOver(after.api, (one) => one.shed) - sumOver(before.api, (one) => one.shed),
  }
}
