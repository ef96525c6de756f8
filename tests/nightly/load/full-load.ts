import { availableParallelism } from 'node:os'
import { startLoadEnvironment } from './environment.ts'
import type { Claim } from './report/judge.ts'
import { errorsOf, fullResources, P99_BOUND_MS, perCoreSecond, violations } from './report/judge.ts'
import type { StepReport } from './run-step.ts'
import { findSaturation, type Overload, overload } from './saturation.ts'

const FACTORS = [1.5, 3]
/** Minimum goodput during an overload, as a share of the maximum goodput. */
const MIN_GOODPUT_SHARE = 0.6
/** Upper bound of the recovery after an overload: the maximum queueing time plus the time to answer. */
const MAX_RECOVERY_SECONDS = 9
const MAX_RSS_BYTES = 1.5e9

const claimsOf = (
  name: string,
  top: number,
  over: readonly Overload[],
  all: readonly StepReport[],
): Claim[] => {
  const bad = all.flatMap(({ found }) => violations(found))
  return [
    { what: `${name}: sustains ${top.toFixed(1)} visits/s`, ok: top > 0 },
    {
      what: `${name}: every acknowledged write is stored, and every balance equals its ledger${bad.length ? `: ${bad[0]}` : ''}`,
      ok: bad.length === 0,
    },
    ...over.flatMap(({ factor, goodputShare, errors, recoverySeconds, report }) => [
      {
        what: `${name}: at ${factor} × saturation, goodput is ${Math.round(goodputShare * 100)} % of its maximum`,
        ok: goodputShare >= MIN_GOODPUT_SHARE,
      },
      { what: `${name}: at ${factor} × saturation, ${errors} errors other than refusals`, ok: errors === 0 },
      {
        what: `${name}: at ${factor} × saturation, ${report.step.result.withoutRetryAfter} refusals without Retry-After`,
        ok: report.step.result.withoutRetryAfter === 0,
      },
      {
        what: `${name}: at ${factor} × saturation, ${Math.round(report.step.rssBytes / 1e6)} MB of API memory`,
        ok: report.step.rssBytes < MAX_RSS_BYTES,
      },
      {
        what: `${name}: after ${factor} × saturation, recovery ${recoverySeconds === null ? 'never' : `within ${recoverySeconds} s`}`,
        ok: recoverySeconds !== null && recoverySeconds <= MAX_RECOVERY_SECONDS,
      },
    ]),
  ]
}

/** Finds the saturation rate of one instance and of two, then applies overloads beyond it. */
export async function fullLoad(instanceCounts: readonly (1 | 2)[]): Promise<Claim[]> {
  const claims: Claim[] = []
  for (const instances of instanceCounts) {
    const name = instances === 1 ? 'one instance' : 'two instances'
    const generators = availableParallelism() > 2 ? 2 : 1
    const environment = await startLoadEnvironment({
      instances,
      generators,
      note: (text) => process.stderr.write(`  ${text}\n`),
    })
    try {
      process.stdout.write(`\n=== ${name}${environment.cluster.redis ? ', with Redis' : ''} ===\n`)
      const { perSecond, last, beyond } = await findSaturation(environment)
      const over: Overload[] = []
      for (const factor of perSecond > 0 ? FACTORS : [])
        over.push(await overload(environment, { top: perSecond, factor, boundMs: P99_BOUND_MS }))
      const full = beyond ? fullResources(beyond.step) : []
      const below = last ? errorsOf(last.step) : 0
      process.stdout.write(
        `\n${name}: saturates above ${perSecond.toFixed(1)} visits/s (${last ? perCoreSecond(last.step).toFixed(1) : 0} per core-second of the API, ${below} errors at that rate); saturated resources: ${full.join('; ') || 'none by these figures'}\n`,
      )
      const reports = [last, beyond, ...over.map(({ report }) => report)].flatMap((one) => one ?? [])
      claims.push(...claimsOf(name, perSecond, over, reports))
    } finally {
      await environment.stop()
    }
  }
  return claims
}
