import { type Distribution, lineOdds, reach } from './engine/distribution.ts'
import type { StatForecast } from './engine/forecast.ts'
import type { OddsType } from './odds-type.ts'
import { recommend, type Side } from './recommendation.ts'

/** What the engine says about one line, from one side. Chances are 0 to 1. */
export interface LineForecast {
  /** The side to take; null where the book does not take the likelier one. */
  readonly call: Side | null
  /** Calibrated chance that the called side wins, of the over without a call. */
  readonly chance: number
  /** 80% interval of `chance`. */
  readonly low: number
  readonly high: number
  /** Chance that the stat equals the line. */
  readonly push: number
  /** Expected value in the stat's unit. */
  readonly mean: number
  readonly fairLine: number
}

/**
 * The line whose two sides are even, in the stat's unit: where P(over) falls through one half, a straight line drawn
 * between the half lines around it. To the nearest half line it is the forecast's own `fairLine`.
 */
export function fairLine(distribution: Distribution): number {
  let value = distribution.least
  while (reach(distribution, value + 1) > 0.5) value += 1
  const [above, below] = [reach(distribution, value), reach(distribution, value + 1)]
  return value - 0.5 + (above - 0.5) / (above - below)
}

/**
 * A stat's forecast against one line, from the side with the higher chance where the book takes it.
 * @param line the number to beat, as the book writes it
 */
export function lineForecast(
  forecast: Pick<StatForecast, 'distribution' | 'low' | 'high' | 'mean'>,
  line: number,
  oddsType: OddsType,
): LineForecast {
  const odds = lineOdds(forecast.distribution, line)
  const call = recommend(odds, oddsType)
  const side = call === 'UNDER' ? 'under' : 'over'
  const ends = [forecast.low, forecast.high].map((end) => lineOdds(end, line)[side])
  const chance = odds[side]
  return {
    call,
    chance,
    low: Math.min(chance, ...ends),
    high: Math.max(chance, ...ends),
    push: odds.push,
    mean: forecast.mean,
    fairLine: fairLine(forecast.distribution),
  }
}

/** `confidence` of a pick: the chance in percent, clamped to 0-100 and rounded (specification 1 §9). */
export const confidencePercent = (chance: number): number =>
  Math.round(Math.min(100, Math.max(0, chance * 100)))
