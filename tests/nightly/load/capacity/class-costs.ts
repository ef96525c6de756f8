import { VISITS, type Visit } from '../visit-mix.ts'
import type { Stage } from '../environment.ts'
import { runStep } from '../measure-step.ts'

const VISITORS = 4
const WARM_SECONDS = 2
const SECONDS = 6

export interface ClassCost {
  readonly visit: Visit
  readonly visits: number
  /** CPU time of the API and of the database for one visit, in seconds. */
  readonly apiSeconds: number
  readonly databaseSeconds: number
  /** Visits per second of API CPU time. */
  readonly perCoreSecond: number
  /** Compressed size of the response bodies of one visit, in bytes. */
  readonly bytes: number
}

/**
 * Measures the CPU time of one visit of each kind. Unlike latency it hardly depends on other load on the
 * machine.
 */
export async function classCosts(stage: Stage): Promise<ClassCost[]> {
  const costs: ClassCost[] = []
  for (const only of VISITS) {
    const pace = { kind: 'closed', visitors: VISITORS } as const
    await stage.generators.run({ pace, seconds: WARM_SECONDS, seed: 1, only })
    const { result, cores } = await runStep(stage, only, { pace, seconds: SECONDS, seed: 2, only })
    const visits = result.good
    const seconds = (used: number) => (used * result.seconds) / visits
    const apiSeconds = seconds(cores.api.reduce((sum, one) => sum + one, 0))
    const bytes = Object.values(result.bytes).reduce((sum, one) => sum + one, 0) / visits
    costs.push({
      ...{ visit: only, visits, apiSeconds, bytes },
      databaseSeconds: seconds(cores.database),
      perCoreSecond: 1 / apiSeconds,
    })
  }
  return costs
}
