import type { Why } from '@propsight/shared/contracts'
import { lineOdds, type Side } from '@propsight/shared/domain'

export interface WhyStep {
  factor: string
  note: string | null
  /** Probability of the side after this factor, in tenths of a percent: whole, so that points add up. */
  reached: number
  /** What it added, in the same unit; of the first step the whole. */
  points: number
  /** The side of the line that it pushes to; null for the first step and where nothing moved. */
  push: Side | null
}

const TENTHS = 1_000

/**
 * How the probability of one side of a line comes about. Every step is rounded where it stands, not what it adds, so
 * that the shown points add up to the shown probability.
 * @param steps distributions, the last of them the forecast
 * @param side the side whose probability is told
 */
export function whySteps(steps: Why['steps'], line: number, side: Side): WhyStep[] {
  const key = side === 'OVER' ? 'over' : 'under'
  let before = 0
  return steps.map(({ factor, note, distribution }, index) => {
    const reached = Math.round(lineOdds(distribution, line)[key] * TENTHS)
    const points = reached - before
    before = reached
    const toward = points > 0 === (side === 'OVER') ? 'OVER' : 'UNDER'
    return { factor, note, reached, points, push: index === 0 || points === 0 ? null : toward }
  })
}

export interface Scale {
  low: number
  high: number
  ticks: number[]
}

const STEPS_PERCENT = [1, 2, 5, 10, 20] as const
const MOST_TICKS = 5
const TENTHS_PER_PERCENT = 10

/** An axis in percent around what is drawn on it; it need not begin at 0, so it is always labelled. */
export function whyScale(steps: readonly WhyStep[]): Scale {
  const percents = steps.map(({ reached }) => reached / TENTHS_PER_PERCENT)
  const [least, most] = [Math.min(...percents), Math.max(...percents)]
  const wide = (by: number) => Math.ceil((most + 0.01) / by) - Math.floor((least - 0.01) / by)
  const by = STEPS_PERCENT.find((step) => wide(step) <= MOST_TICKS) ?? 25
  const low = Math.max(0, Math.floor((least - 0.01) / by) * by)
  const high = Math.min(100, Math.max(low + by, Math.ceil((most + 0.01) / by) * by))
  const ticks = Array.from({ length: Math.round((high - low) / by) + 1 }, (_, index) => low + index * by)
  return { low, high, ticks }
}
