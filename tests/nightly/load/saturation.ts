import type { LoadEnvironment } from './environment.ts'
import { errorsOf, goodPerSecond, isLate, p99Of, saturationReason } from './report/judge.ts'
import { open, runAndReport, type StepReport } from './run-step.ts'

/** Closed-loop visitors of the first estimate. */
const VISITORS = 6
const ESTIMATE_SECONDS = 8
const STEP_SECONDS = 15
/** Rate of the first step as a share of the estimate; `GROWTH` is the factor between steps. */
const FIRST_SHARE = 0.3
const GROWTH = 1.25
const MAX_STEPS = 12

export interface Saturation {
  /** The highest sustained rate in visits per second; 0 if none was sustained. */
  readonly perSecond: number
  /** The last sustained step, and the first one beyond saturation. */
  readonly last: StepReport | null
  readonly beyond: StepReport | null
}

/** Measures the throughput of closed-loop visitors, from which the first rate is derived. */
export async function estimate(
  environment: LoadEnvironment,
  seconds = ESTIMATE_SECONDS,
): Promise<StepReport> {
  const pace = { kind: 'closed', visitors: VISITORS } as const
  // Warm-up for the JIT compiler.
  await environment.generators.run({ pace, seconds: seconds / 2, seed: 1 })
  return runAndReport(environment, 'estimate (closed loop)', { pace, seconds, seed: 2 })
}

/**
 * Raises the arrival rate until the product is saturated. A failed step is repeated once, because other load
 * on the machine may be the cause.
 */
export async function findSaturation(environment: LoadEnvironment): Promise<Saturation> {
  let rate = FIRST_SHARE * goodPerSecond((await estimate(environment)).step)
  let last: StepReport | null = null
  let beyond: StepReport | null = null
  for (let at = 0; at < MAX_STEPS; at += 1) {
    let report = await runAndReport(environment, `step ${at + 1}`, open(rate, STEP_SECONDS, 100 + at))
    if (isLate(report.step) || saturationReason(report.step))
      report = await runAndReport(environment, `step ${at + 1}, repeated`, open(rate, STEP_SECONDS, 200 + at))
    if (saturationReason(report.step)) beyond = report
    else last = report
    if (last && beyond) break
    // If not even the first rate was sustained, the machine is busier than during the estimate, and the rate
    // is halved.
    rate *= last ? GROWTH : 1 / 2
  }
  return { perSecond: last ? rateOf(last) : 0, last, beyond }
}

const rateOf = ({ step: { order } }: StepReport) => (order.pace.kind === 'open' ? order.pace.perSecond : 0)

const OVER_SECONDS = 20
/** Rate of the recovery steps, as a share of the saturation rate. */
const AFTER_SHARE = 0.4
const AFTER_SECONDS = 3
const RECOVERY_TRIES = 10

export interface Overload {
  readonly factor: number
  readonly report: StepReport
  /** Goodput during the overload as a share of the maximum. */
  readonly goodputShare: number
  readonly errors: number
  /** Seconds until a low load was answered in time and without refusals; null if never. */
  readonly recoverySeconds: number | null
}

/** Seconds after an overload until a low load is answered normally; null if never. */
async function recover(environment: LoadEnvironment, rate: number, boundMs: number): Promise<number | null> {
  for (let at = 0; at < RECOVERY_TRIES; at += 1) {
    const { step } = await runAndReport(
      environment,
      `recovery, ${at * AFTER_SECONDS} s after the overload`,
      open(rate, AFTER_SECONDS, 900 + at),
    )
    if (step.result.refused === 0 && errorsOf(step) === 0 && p99Of(step) <= boundMs) return at * AFTER_SECONDS
  }
  return null
}

/**
 * Applies more load than the product can sustain, then a low load to measure the recovery.
 * @param top the saturation rate in visits per second
 */
export async function overload(
  environment: LoadEnvironment,
  {
    top,
    factor,
    boundMs,
    seconds = OVER_SECONDS,
  }: { top: number; factor: number; boundMs: number; seconds?: number },
): Promise<Overload> {
  const report = await runAndReport(
    environment,
    `${factor} × saturation`,
    open(top * factor, seconds, 500 + factor * 10),
  )
  const recoverySeconds = await recover(environment, top * AFTER_SHARE, boundMs)
  return {
    factor,
    report,
    goodputShare: goodPerSecond(report.step) / top,
    errors: errorsOf(report.step),
    recoverySeconds,
  }
}
