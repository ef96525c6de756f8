import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { FromGenerator, Order, StepResult, ToGenerator, VisitData } from './messages.ts'

type Lists = Record<string, readonly number[]>

const concatenateLists = (all: readonly Lists[]): Lists => {
  const sum: Record<string, number[]> = {}
  for (const lists of all)
    for (const [key, list] of Object.entries(lists)) sum[key] = (sum[key] ?? []).concat(list)
  return sum
}
const addCounts = (all: readonly Record<string, number>[]): Record<string, number> => {
  const sum: Record<string, number> = {}
  for (const counts of all)
    for (const [key, count] of Object.entries(counts)) sum[key] = (sum[key] ?? 0) + count
  return sum
}

/** Merges the results of several generators of the same step. */
export function addResults(results: readonly StepResult[]): StepResult {
  const total = (of: (one: StepResult) => number) => results.reduce((sum, one) => sum + of(one), 0)
  return {
    arrivals: total((one) => one.arrivals),
    good: total((one) => one.good),
    refused: total((one) => one.refused),
    withoutRetryAfter: total((one) => one.withoutRetryAfter),
    cpuSeconds: total((one) => one.cpuSeconds),
    // An upper bound, because the peaks of the generators may be at different times.
    peakInFlight: total((one) => one.peakInFlight),
    seconds: Math.max(...results.map((one) => one.seconds)),
    errors: addCounts(results.map(({ errors }) => errors)),
    bytes: addCounts(results.map(({ bytes }) => bytes)),
    routes: concatenateLists(results.map(({ routes }) => routes)),
    visits: concatenateLists(results.map(({ visits }) => visits)),
    refusals: results.flatMap(({ refusals }) => refusals),
    late: results.flatMap(({ late }) => late),
    written: results.flatMap(({ written }) => written),
  }
}

const MAIN = join(import.meta.dirname, 'main.ts')

export interface Generators {
  /** Runs the visits of one step, distributed over all processes, and merges their results. */
  run(order: Order): Promise<StepResult>
  stop(): void
}

async function exchange(child: ChildProcess, message: ToGenerator): Promise<FromGenerator> {
  const { promise, resolve, reject } = Promise.withResolvers<FromGenerator>()
  const onExit = () => reject(new Error('a load generator exited'))
  child.once('message', resolve)
  child.once('exit', onExit)
  child.send(message)
  return promise.finally(() => child.off('exit', onExit))
}

/** Starts separate processes for the visits, so that their CPU time is not attributed to the product. */
export async function startGenerators(visitData: VisitData, count: number): Promise<Generators> {
  const children = Array.from({ length: count }, () =>
    fork(MAIN, { serialization: 'advanced', execArgv: ['--disable-warning=ExperimentalWarning'] }),
  )
  await Promise.all(
    children.map((child, at) => {
      const refreshTokens = visitData.refreshTokens.filter((_, place) => place % count === at)
      return exchange(child, { type: 'visit-data', visitData: { ...visitData, refreshTokens } })
    }),
  )
  const paceOf = ({ pace }: Order, at: number): Order['pace'] =>
    pace.kind === 'open'
      ? { kind: 'open', perSecond: pace.perSecond / count }
      : { kind: 'closed', visitors: Math.floor((pace.visitors + at) / count) }
  return {
    async run(order) {
      const results = await Promise.all(
        children.map(async (child, at) => {
          // The sum of Poisson processes is a Poisson process with the total rate.
          const own = { ...order, pace: paceOf(order, at), seed: order.seed + at }
          const answer = await exchange(child, { type: 'order', order: own })
          if (answer.type !== 'result') throw new Error('a load generator answered without a result')
          return answer.result
        }),
      )
      return addResults(results)
    },
    stop: () => {
      for (const child of children) child.disconnect()
    },
  }
}
