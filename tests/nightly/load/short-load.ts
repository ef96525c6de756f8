import { startLoadEnvironment } from './environment.ts'
import type { Claim } from './report/judge.ts'
import { errorsOf, goodPerSecond, violations } from './report/judge.ts'
import { open, runAndReport } from './run-step.ts'
import { estimate, overload } from './saturation.ts'

/** Rate of the low step as a share of the estimated throughput; low enough for a busy machine. */
const LOW_SHARE = 0.3
const OVER_FACTOR = 3
const STEP_SECONDS = 8
/** The short run prints latencies without judging them, because the machine may be busy. */
const ANY_MS = 60_000

/**
 * Runs one low step and one overload within a minute. Expects no errors and no lost writes in the low step,
 * refusals with Retry-After during the overload, and recovery afterwards.
 */
export async function shortLoad(): Promise<Claim[]> {
  const environment = await startLoadEnvironment({
    instances: 1,
    generators: 1,
    note: (text) => process.stderr.write(`  ${text}\n`),
  })
  try {
    const first = await estimate(environment, STEP_SECONDS / 2)
    const top = goodPerSecond(first.step)
    const low = await runAndReport(environment, 'below saturation', open(top * LOW_SHARE, STEP_SECONDS, 10))
    const over = await overload(environment, {
      top,
      factor: OVER_FACTOR,
      boundMs: ANY_MS,
      seconds: STEP_SECONDS,
    })
    const bad = [first, low, over.report].flatMap(({ found }) => violations(found))
    const { result } = low.step
    return [
      {
        what: `below saturation, ${errorsOf(low.step)} errors, ${result.refused} refusals`,
        ok: errorsOf(low.step) + result.refused === 0,
      },
      {
        what: `below saturation, ${result.good} of ${result.arrivals} visits answered completely`,
        ok: result.good === result.arrivals && result.good > 0,
      },
      {
        what: `every acknowledged write is stored, and no refused write is stored${bad.length ? `: ${bad[0]}` : ''}`,
        ok: bad.length === 0,
      },
      {
        what: `at ${OVER_FACTOR} × saturation, ${over.errors} errors other than refusals`,
        ok: over.errors === 0,
      },
      {
        what: `at ${OVER_FACTOR} × saturation, ${over.report.step.result.withoutRetryAfter} refusals without Retry-After`,
        ok: over.report.step.result.withoutRetryAfter === 0,
      },
      {
        what: `at ${OVER_FACTOR} × saturation, visits are still answered (${goodPerSecond(over.report.step).toFixed(1)}/s of ${top.toFixed(1)}/s)`,
        ok: over.report.step.result.good > 0,
      },
      {
        what: `after the overload, recovery ${over.recoverySeconds === null ? 'never' : `within ${over.recoverySeconds} s`}`,
        ok: over.recoverySeconds !== null,
      },
    ]
  } finally {
    await environment.stop()
  }
}
