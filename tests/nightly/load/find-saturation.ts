import { open, type Played, play } from './play.ts'
import { goodPerSecond, isLate, saturatedBy } from './report/judge.ts'
import type { Stage } from './stage/stage.ts'

/** Closed-loop visitors of the first estimate. */
const VISITORS = 6
const ESTIMATE_SECONDS = 8
const STEP_SECONDS = 15
/** Of the estimate, at first; then so much more a step. */
const FIRST_SHARE = 0.3
const GROWTH = 1.25
const MOST_STEPS = 12

export interface Saturation {
  /** The highest rate that was kept up with, in visits per second; 0 where none was. */
  readonly perSecond: number
  /** The step that kept up, and the first one that did not. */
  readonly last: Played | null
  readonly beyond: Played | null
}

/** Visits per second of closed-loop visitors: the rate from which the steps start. */
export async function estimate(stage: Stage, seconds = ESTIMATE_SECONDS): Promise<Played> {
  const pace = { kind: 'closed', visitors: VISITORS } as const
  // The first visits make the thread's code quick.
  await stage.generators.run({ pace, seconds: seconds / 2, seed: 1 })
  return play(stage, 'estimate (closed loop)', { pace, seconds, seed: 2 })
}

/** Raises the rate of arrivals until the product does not keep up. A rate fails when it fails twice: the machine is shared. */
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
    // The estimate was made in a better moment: even its first share is too much now.
    rate *= last ? GROWTH : 1 / 2
  }
  return { perSecond: last ? rateOf(last) : 0, last, beyond }
}

const rateOf = ({ step: { order } }: Played) => (order.pace.kind === 'open' ? order.pace.perSecond : 0)
