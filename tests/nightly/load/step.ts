import type { Order, StepResult } from './generator/messages.ts'
import { cpuSecondsOf } from './stage/cpu.ts'
import { type ApiFigures, readMetrics } from './stage/read-metrics.ts'
import type { Stage } from './stage/stage.ts'

/** What one step used, in cores: 1 is a core that had nothing else to do. */
export interface Cores {
  /** Of each instance. */
  readonly api: readonly number[]
  readonly database: number
  /** The league, and with two instances the balancer, which share a process. */
  readonly upstream: number
  readonly generator: number
}

export interface Step {
  readonly name: string
  readonly order: Order
  readonly result: StepResult
  readonly cores: Cores
  /** The slowest instance's. */
  readonly loopP99Ms: number
  readonly loopMaxMs: number
  /** Share of the step in which its thread had something to do: 1 is full. */
  readonly loopUse: number
  /** The largest instance's, at the end. */
  readonly rssBytes: number
  readonly upstreamCalls: number
  readonly shed: number
  readonly database: { active: number; locked: number; idleInTransaction: number }
}

const sumOver = (figures: readonly ApiFigures[], of: (one: ApiFigures) => number) =>
  figures.reduce((sum, one) => sum + of(one), 0)
const mostOf = (figures: readonly ApiFigures[], of: (one: ApiFigures) => number) =>
  Math.max(...figures.map(of))

/** Runs one step and reads, before and after, what every process has used. */
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
