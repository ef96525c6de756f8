import { auditDatabase } from '../../support/faults/audit-database.ts'
import { startLoadEnvironment } from './environment.ts'
import { errorsOf, type LoadResult, runLoad } from './run-load.ts'

/** A statement that a load run confirms or refutes. */
export interface Claim {
  readonly what: string
  readonly ok: boolean
}

/** Visitors that use up one instance, and five times as many. */
const SATURATING = 24
const OVERLOADING = 120
const PER_CORE_SECOND = 200
/** Minimum of complete visits during an overload, as a share of those at saturation. */
const MIN_GOODPUT_SHARE = 0.6
/** Upper bound of the recovery after an overload: the maximum queueing time plus the time to answer. */
const MAX_RECOVERY_SECONDS = 9
const RECOVERY_STEP_SECONDS = 3
const MAX_RSS_BYTES = 1.5e9

/**
 * Saturates the product, overloads it, waits until it has recovered, and compares every acknowledged write with the
 * database. The short form does not judge times.
 */
export async function measureLoad({
  instances,
  short,
}: {
  instances: number
  short: boolean
}): Promise<Claim[]> {
  const environment = await startLoadEnvironment(instances)
  const seconds = short ? 6 : 20
  const name = instances === 1 ? 'one instance' : `${instances} instances`
  const run = (what: string, visitors: number, duration: number) =>
    runLoad(environment, { name: `${name}, ${what}`, connections: visitors * instances, seconds: duration })
  try {
    // Warms the JIT compiler.
    await run('warm-up', SATURATING, seconds / 2)
    const saturated = await run('saturated', SATURATING, seconds)
    const overloaded = await run('overloaded', OVERLOADING, seconds)
    let recovery: number | null = null
    const after: LoadResult[] = []
    for (let at = 0; recovery === null && at <= 2 * MAX_RECOVERY_SECONDS; at += RECOVERY_STEP_SECONDS) {
      const low = await run(`${at} s after the overload`, 2, RECOVERY_STEP_SECONDS)
      after.push(low)
      if (low.refused + errorsOf(low) === 0) recovery = at
    }
    const all = [saturated, overloaded, ...after]
    const merge = (kind: keyof LoadResult['acknowledged']) =>
      all.flatMap(({ acknowledged }) => acknowledged[kind])
    const acknowledged = { picks: merge('picks'), runs: merge('runs'), parlays: merge('parlays') }
    const broken = await auditDatabase(environment.cluster.database.url, acknowledged)
    const share = overloaded.perSecond / saturated.perSecond
    const perCore = saturated.perCoreSecond
    const memory = Math.max(...all.map(({ rssBytes }) => rssBytes))
    return [
      {
        what: `${name}: ${perCore.toFixed(0)} visits per core-second of the API when saturated (at least ${PER_CORE_SECOND})`,
        ok: short || perCore >= PER_CORE_SECOND,
      },
      {
        what: `${name}: all of ${merge('picks').length} picks, ${merge('runs').length} runs and ${merge('parlays').length} parlays are stored, and every balance equals its ledger${broken.length ? `: ${broken.join('; ')}` : ''}`,
        ok: broken.length === 0 && merge('picks').length > 0 && merge('parlays').length > 0,
      },
      {
        what: `${name}: overloaded, ${Math.round(100 * share)} % of the visits at saturation are complete`,
        ok: share >= (short ? 0.1 : MIN_GOODPUT_SHARE),
      },
      {
        what: `${name}: ${all.reduce((sum, each) => sum + errorsOf(each), 0)} errors other than refusals`,
        ok: all.every((each) => errorsOf(each) === 0),
      },
      {
        what: `${name}: ${overloaded.refused} refusals of the overload, ${overloaded.withoutRetryAfter} without Retry-After`,
        ok: overloaded.withoutRetryAfter === 0,
      },
      { what: `${name}: ${Math.round(memory / 1e6)} MB of API memory at most`, ok: memory < MAX_RSS_BYTES },
      {
        what: `${name}: recovery ${recovery === null ? 'never' : `${recovery} s after the overload`}`,
        ok: recovery !== null && (short || recovery <= MAX_RECOVERY_SECONDS),
      },
    ]
  } finally {
    await environment.stop()
  }
}
