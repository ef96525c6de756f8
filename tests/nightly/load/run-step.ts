import type { Order } from './generator/messages.ts'
import { type Reconciled, reconcile } from './reconcile.ts'
import { stepText } from './report/print-step.ts'
import type { Stage } from './environment.ts'
import { runStep, type Step } from './measure-step.ts'

export interface Played {
  readonly step: Step
  readonly found: Reconciled
}

/** Runs a step, compares its writes with the database, and prints the result. */
export async function play(stage: Stage, name: string, order: Order): Promise<Played> {
  const step = await runStep(stage, name, order)
  const found = await reconcile(stage.cluster.database.url, step.result.written)
  process.stdout.write(`${stepText(step, found)}\n`)
  return { step, found }
}

/** An order of open load at a rate. */
export const open = (perSecond: number, seconds: number, seed: number): Order => ({
  pace: { kind: 'open', perSecond },
  seconds,
  seed,
})
