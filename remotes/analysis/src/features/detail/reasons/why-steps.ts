import type { StatForecastWire } from '@propsight/shared/contracts'
import {
  conditionOnOffer,
  lineKind,
  lineOdds,
  type Offer,
  type Side,
  shippedWeights,
} from '@propsight/shared/domain'

export interface WhyStep {
  factor: string
  note: string | null
  /** Probability of the side after this factor, in whole tenths of a percent, so that points sum exactly. */
  reached: number
  /** Change by this factor, in tenths of a percent; for the first step the whole probability. */
  points: number
  /** The side that the factor favors; null for the first step and for no change. */
  push: Side | null
}

/** A factor with the distribution after it. */
interface Step {
  readonly factor: string
  readonly note: string | null
  readonly distribution: Parameters<typeof lineOdds>[0]
}

/** Name of the factor that an offered line is. */
export const OFFERED_LINE = 'the offered line'

function noteOf({ line, oddsType, standardLine }: Offer, stat: string): string {
  if (lineKind(stat) === 'fixed') return 'nearly the same for all players, so it tells little'
  const standard = standardLine ?? (oddsType === 'standard' ? line : null)
  return standard === null
    ? 'no standard line is known: the smaller of two estimates'
    : `the book set its standard line, ${standard}, near what it expects`
}

/**
 * Adds the last factor: the offered line as evidence. After it the steps end at the displayed probability.
 * @param forecast the engine's forecast of the market; null without one
 */
export function withOfferedLine(
  steps: readonly Step[],
  forecast: StatForecastWire | null,
  offer: Offer,
): readonly Step[] {
  const last = steps.at(-1)
  if (!last || !forecast) return steps
  // The steps may be newer than the board's forecast, so that their own last distribution is moved.
  const own = { distribution: last.distribution, low: forecast.low, high: forecast.high }
  const conditioned = conditionOnOffer(own, offer, shippedWeights(forecast.stat))
  if (conditioned === own) return steps
  const { distribution } = conditioned
  return [...steps, { factor: OFFERED_LINE, note: noteOf(offer, forecast.stat), distribution }]
}

const TENTHS = 1_000

/**
 * Splits the probability of one side of a line into factors. The probability after each step is rounded, not
 * the difference, so that the displayed points sum to the displayed probability.
 * @param steps distributions after each factor, the last one is the forecast
 * @param side the side whose probability is shown
 */
export function whySteps(steps: readonly Step[], line: number, side: Side): WhyStep[] {
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

/** Axis in percent that includes every step. It need not begin at 0, so that it is always labelled. */
export function whyScale(steps: readonly WhyStep[]): Scale {
  const percents = steps.map(({ reached }) => reached / TENTHS_PER_PERCENT)
  const least = Math.min(...percents)
  const most = Math.max(...percents)
  const wide = (by: number) => Math.ceil((most + 0.01) / by) - Math.floor((least - 0.01) / by)
  const by = STEPS_PERCENT.find((step) => wide(step) <= MOST_TICKS) ?? 25
  const low = Math.max(0, Math.floor((least - 0.01) / by) * by)
  const high = Math.min(100, Math.max(low + by, Math.ceil((most + 0.01) / by) * by))
  const ticks = Array.from({ length: Math.round((high - low) / by) + 1 }, (_, index) => low + index * by)
  return { low, high, ticks }
}
