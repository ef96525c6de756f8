import { chanceAtLeast, type Distribution, lineOdds } from '../engine/distribution.ts'
import type { StatForecast } from '../engine/forecast.ts'
import { type OddsType, recommendSide, type Side } from './recommendation.ts'

/** The engine's forecast of one line, seen from one side. Chances are 0 to 1. */
export interface LineForecast {
  /** The side to take; null where the book does not accept bets on the likelier side. */
  readonly call: Side | null
  /** Calibrated chance that the called side wins. Without a call it is the chance of the over. */
  readonly chance: number
  /** 80% interval of `chance`. */
  readonly low: number
  readonly high: number
  /** Chance that the stat equals the line. */
  readonly push: number
  /** Expected value in the market's unit. */
  readonly mean: number
  readonly fairLine: number
}

/**
 * The line whose two sides are equally likely, in the market's unit. P(over) is interpolated linearly between
 * the two half lines around one half. Rounded to the nearest half line, the result is the `fairLine` of the
 * forecast.
 */
export function fairLine(distribution: Distribution): number {
  let value = distribution.least
  while (chanceAtLeast(distribution, value + 1) > 0.5) value += 1
  const above = chanceAtLeast(distribution, value)
  const below = chanceAtLeast(distribution, value + 1)
  return value - 0.5 + (above - 0.5) / (above - below)
}

/**
 * Evaluates a forecast at one line, from the likelier side where the book accepts it and else from the over.
 * @param line the number to beat, as the book writes it
 */
export function lineForecast(
  forecast: Pick<StatForecast, 'distribution' | 'low' | 'high' | 'mean'>,
  line: number,
  oddsType: OddsType,
): LineForecast {
  const odds = lineOdds(forecast.distribution, line)
  const call = recommendSide(odds, oddsType)
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

/** `confidence` of a pick: the chance in percent, clamped to 0-100 and rounded (N12). */
export const confidencePercent = (chance: number): number =>
  Math.round(Math.min(100, Math.max(0, chance * 100)))
