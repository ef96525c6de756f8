import type { StatForecastWire } from '@propsight/shared/contracts'
import { basisText, findStatType, lineForecast, lineOdds, type Side } from '@propsight/shared/domain'

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

/** Names of the last factor: what the product knows besides the engine's own forecast. */
export const OFFERED_LINE = 'the offered line'
export const PRICES = 'the prices of sportsbooks'

/**
 * Adds the last factor: line or prices as evidence. After it the steps end at the displayed probability.
 * @param forecast the engine's forecast of the market; null without one
 */
export function withEvidence(
  steps: readonly Step[],
  forecast: StatForecastWire | null,
  line: number,
): readonly Step[] {
  if (steps.length === 0 || !forecast?.shown) return steps
  const { distribution, basis } = forecast.shown
  if (basis === 'model') return steps
  const shown = lineForecast(forecast, { line, oddsType: 'own' })
  if (shown.price) return [...steps, { factor: PRICES, note: basisText(shown, line), distribution }]
  const isFixed = findStatType(forecast.stat)?.lineKind === 'fixed'
  const note = isFixed
    ? 'nearly the same for all players, so it tells little'
    : 'the book sets its lines near what it expects'
  return [...steps, { factor: OFFERED_LINE, note, distribution }]
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
