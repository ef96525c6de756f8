import { open, type Played, play } from './run-step.ts'
import { errorsOf, goodPerSecond, p99Of } from './report/judge.ts'
import type { Stage } from './environment.ts'

const OVER_SECONDS = 20
/** Rate of the recovery steps, as a share of the saturation rate. */
const AFTER_SHARE = 0.4
const AFTER_SECONDS = 3
const RECOVERY_TRIES = 10

export interface Overload {
  readonly factor: number
  readonly played: Played
  /** Goodput during the overload as a share of the maximum. */
  readonly kept: number
  readonly errors: number
  /** Seconds until a low load was answered in time and without refusals; null if never. */
  readonly recoverySeconds: number | null
}

/** Seconds after an overload until a low load is answered normally; null if never. */
async function recover(stage: Stage, rate: number, boundMs: number): Promise<number | null> {
  for (let at = 0; at < RECOVERY_TRIES; at += 1) {
    const { step } = await play(
      stage,
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
  stage: Stage,
  {
    top,
    factor,
    boundMs,
    seconds = OVER_SECONDS,
  }: { top: number; factor: number; boundMs: number; seconds?: number },
): Promise<Overload> {
  const played = await play(stage, `${factor} × saturation`, open(top * factor, seconds, 500 + factor * 10))
  const recoverySeconds = await recover(stage, top * AFTER_SHARE, boundMs)
  return {
    factor,
    played,
    kept: goodPerSecond(played.step) / top,
    errors: errorsOf(played.step),
    recoverySeconds,
  }
}
