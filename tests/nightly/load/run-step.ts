import type { LoadEnvironment } from './environment.ts'
import type { Order } from './generator/messages.ts'
import { runStep, type Step } from './measure-step.ts'
import { type Reconciled, reconcile } from './reconcile.ts'
import { formatStep } from './report/print-step.ts'

export interface StepReport {
  readonly step: Step
  readonly found: Reconciled
}

/** Runs a step, compares its writes with the database, and prints the result. */
export async function runAndReport(
  environment: LoadEnvironment,
  name: string,
  order: Order,
): Promise<StepReport> {
  const step = await runStep(environment, name, order)
  const found = await reconcile(environment.cluster.database.url, step.result.written)
  process.stdout.write(`${formatStep(step, found)}\n`)
  return { step, found }
}

/** An order of open load at a rate. */
export const open = (perSecond: number, seconds: number, seed: number): Order => ({
  pace: { kind: 'open', perSecond },
  seconds,
  seed,
})
