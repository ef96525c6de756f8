import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { addResults } from './add-results.ts'
import type { FromGenerator, Kit, Order, StepResult, ToGenerator } from './messages.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

export interface Generators {
  /** Runs the visits of one step, distributed over all processes, and merges their results. */
  run(order: Order): Promise<StepResult>
  stop(): void
}

async function next(child: ChildProcess, message: ToGenerator): Promise<FromGenerator> {
  const { promise, resolve, reject } = Promise.withResolvers<FromGenerator>()
  const onExit = () => reject(new Error('a generator of load ended'))
  child.once('message', resolve)
  child.once('exit', onExit)
  child.send(message)
  return promise.finally(() => child.off('exit', onExit))
}

/** Starts separate processes for the visits, so that their CPU time is not attributed to the product. */
export async function startGenerators(kit: Kit, count: number): Promise<Generators> {
  const children = Array.from({ length: count }, () =>
    fork(MAIN, { serialization: 'advanced', execArgv: ['--disable-warning=ExperimentalWarning'] }),
  )
  await Promise.all(
    children.map((child, at) => {
      const refreshTokens = kit.refreshTokens.filter((_, place) => place % count === at)
      return next(child, { type: 'kit', kit: { ...kit, refreshTokens } })
    }),
  )
  const shareOf = ({ pace }: Order, at: number): Order['pace'] =>
    pace.kind === 'open'
      ? { kind: 'open', perSecond: pace.perSecond / count }
      : { kind: 'closed', visitors: Math.floor((pace.visitors + at) / count) }
  return {
    async run(order) {
      const results = await Promise.all(
        children.map(async (child, at) => {
          // The sum of Poisson processes is a Poisson process with the total rate.
          const own = { ...order, pace: shareOf(order, at), seed: order.seed + at }
          const answer = await next(child, { type: 'order', order: own })
          if (answer.type !== 'result') throw new Error('a generator answered something else')
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
