import { open, type Played, play } from './run-step.ts'
import { goodPerSecond, isLate, saturatedBy } from './report/judge.ts'
import type { Stage } from './environment.ts'

/** Closed-loop visitors of the first estimate. */
const VISITORS = 6
const ESTIMATE_SECONDS = 8
const STEP_SECONDS = 15
/** Rate of the first step as a share of the estimate; `GROWTH` is the factor between steps. */
const FIRST_SHARE = 0.3
const GROWTH = 1.25
const MOST_STEPS = 12

export interface Saturation {
  /** The highest sustained rate in visits per second; 0 if none was sustained. */
  readonly perSecond: number
  /** The last sustained step, and the first one beyond saturation. */
  readonly last: Played | null
  readonly beyond: Played | null
}

/** Measures the throughput of closed-loop visitors, from which the first rate is derived. */
export async function estimate(stage: Stage, seconds = ESTIMATE_SECONDS): Promise<Played> {
  const pace = { kind: 'closed', visitors: VISITORS } as const
  // Warm-up for the JIT compiler.
  await stage.generators.run({ pace, seconds: seconds / 2, seed: 1 })
  return play(stage, 'estimate (closed loop)', { pace, seconds, seed: 2 })
}

/**
 * Raises the arrival rate until the product is saturated. A failed step is repeated once, because other load
 * on the machine may be the cause.
 */
export async function findSaturation(stage: Stage): Promise<Saturation> {
  let rate = FIRST_SHARE * goodPerSecond((await estimate(stage)).step)
  let last: Played | null = null
  let beyond: Played | null = null
  for (let at = 0; at < MOST_STEPS; at += 1) {
    let played = await play(stage, `step ${at + 1}`, open(rate, STEP_SECONDS, 100 + at))
    if (isLate(played.step) || saturatedBy(played.step))
      played = await play(stage, `step ${at + 1}, repeated`, open(rate, STEP_SECONDS, 200 + at))
    if (!saturatedBy(played.step)) last = played
    else beyond = played
    if (last && beyond) break
    // If not even the first rate was sustained, the machine is busier than during the estimate, and the rate
    // is halved.
    rate *= last ? GROWTH : 1 / 2
  }
  return { perSecond: last ? rateOf(last) : 0, last, beyond }
}

const rateOf = ({ step: { order } }: Played) => (order.pace.kind === 'open' ? order.pace.perSecond : 0)
