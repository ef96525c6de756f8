import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { addResults } from './add-results.ts'
import type { FromGenerator, Kit, Order, StepResult, ToGenerator } from './messages.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

export interface Generators {
  /** Makes the visits of one step, shared out among all processes, and adds up what they saw. */
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

/** Processes that do nothing but visit: what they need is not taken for the product's. */
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
          // Poisson processes of a part of the rate each add up to one of the whole rate.
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
