import { availableParallelism } from 'node:os'
import { startLoadEnvironment } from './environment.ts'
import type { Claim } from './report/judge.ts'
import { errorsOf, fullResources, P99_BOUND_MS, perCoreSecond, violations } from './report/judge.ts'
import type { StepReport } from './run-step.ts'
import { findSaturation, type Overload, overload } from './saturation.ts'

const FACTORS = [1.5, 3]
/** Minimum goodput during an overload, as a share of the maximum goodput. */
const KEPT_SHARE = 0.6
/** Upper bound of the recovery after an overload: the maximum queueing time plus the time to answer. */
const MOST_RECOVERY_SECONDS = 9
const MOST_RSS_BYTES = 1.5e9

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
    ...over.flatMap(({ factor, kept, errors, recoverySeconds, played }) => [
      {
        what: `${name}: at ${factor} × saturation, goodput is ${Math.round(kept * 100)} % of its maximum`,
        ok: kept >= KEPT_SHARE,
      },
      { what: `${name}: at ${factor} × saturation, ${errors} errors other than refusals`, ok: errors === 0 },
      {
        what: `${name}: at ${factor} × saturation, ${played.step.result.withoutRetryAfter} refusals without Retry-After`,
        ok: played.step.result.withoutRetryAfter === 0,
      },
      {
        what: `${name}: at ${factor} × saturation, ${Math.round(played.step.rssBytes / 1e6)} MB of API memory`,
        ok: played.step.rssBytes < MOST_RSS_BYTES,
      },
      {
        what: `${name}: after ${factor} × saturation, recovery ${recoverySeconds === null ? 'never' : `within ${recoverySeconds} s`}`,
        ok: recoverySeconds !== null && recoverySeconds <= MOST_RECOVERY_SECONDS,
      },
    ]),
  ]
}

/** Finds the saturation rate of one instance and of two, then applies overloads beyond it. */
export async function fullLoad(parts: readonly (1 | 2)[]): Promise<Claim[]> {
  const claims: Claim[] = []
  for (const instances of parts) {
    const name = instances === 1 ? 'one instance' : 'two instances'
    const generators = availableParallelism() > 2 ? 2 : 1
    const stage = await startLoadEnvironment({
      instances,
      generators,
      note: (text) => process.stderr.write(`  ${text}\n`),
    })
    try {
      process.stdout.write(`\n=== ${name}${stage.cluster.redis ? ', with Redis' : ''} ===\n`)
      const { perSecond, last, beyond } = await findSaturation(stage)
      const over: Overload[] = []
      for (const factor of perSecond > 0 ? FACTORS : [])
        over.push(await overload(stage, { top: perSecond, factor, boundMs: P99_BOUND_MS }))
      const full = beyond ? fullResources(beyond.step) : []
      const below = last ? errorsOf(last.step) : 0
      process.stdout.write(
        `\n${name}: saturates above ${perSecond.toFixed(1)} visits/s (${last ? perCoreSecond(last.step).toFixed(1) : 0} per core-second of the API, ${below} errors there); full first: ${full.join('; ') || 'nothing by these figures'}\n`,
      )
      const played = [last, beyond, ...over.map((one) => one.played)].flatMap((one) => one ?? [])
      claims.push(...claimsOf(name, perSecond, over, played))
    } finally {
      await stage.stop()
    }
  }
  return claims
}
