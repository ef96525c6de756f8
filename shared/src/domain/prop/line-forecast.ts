import { chanceAtLeast, type Distribution, lineOdds, meanOf } from '../engine/forecast.ts'
import type { Band, Offer } from '../engine/line-evidence.ts'
import type { Basis, PricedLine } from '../grades.ts'
import { recommendSide, type Side } from '../lines/recommendation.ts'

/** A market's forecast as the product shows it, made by `composeMarket`. */
export interface ShownMarket extends Band {
  readonly basis: Basis
  /** The prices that it rests on, the line of most books first. */
  readonly prices: readonly PricedLine[]
}

/** The forecast of one line seen from one side. Chances are 0 to 1. */
export interface LineForecast {
  /** The side to take; null where the book does not accept bets on the likelier side. */
  readonly call: Side | null
  /** Chance that the called side wins. Without a call it is the chance of the over. */
  readonly chance: number
  /** 80% interval of `chance`. */
  readonly low: number
  readonly high: number
  /** The engine's own chance of the side, before line and price count as evidence. */
  readonly alone: number
  /** Chance that the stat equals the line. */
  readonly push: number
  /** Expected value in the market's unit. */
  readonly mean: number
  readonly fairLine: number
  readonly basis: Basis
  /** The prices that count at the line; null without any. */
  readonly price: PricedLine | null
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

/** A market's forecast by the engine, with the one that is shown; without it, the engine's own is shown. */
export interface LineInput extends Band {
  readonly shown?: ShownMarket | undefined
}

/** The price that counts at a line: that of the nearest priced line, of equally near ones the first. */
const priceAt = (prices: readonly PricedLine[], line: number): PricedLine | null =>
  prices.reduce<PricedLine | null>(
    (best, each) => (best && Math.abs(best.line - line) <= Math.abs(each.line - line) ? best : each),
    null,
  )

/**
 * Reads one line from the shown forecast of its market. All displayed probabilities come from here, except those of the
 * alternate lines, which are the engine's own.
 * @param side the side that is seen; by default the likelier one where the book accepts it, else the over
 */
export function lineForecast(
  forecast: LineInput,
  { line, oddsType }: Pick<Offer, 'line' | 'oddsType'>,
  side?: Side,
): LineForecast {
  const { distribution, low, high } = forecast.shown ?? forecast
  const { basis, prices } = forecast.shown ?? { basis: 'model', prices: [] }
  const odds = lineOdds(distribution, line)
  const call = side ?? recommendSide(odds, oddsType === 'own' ? 'standard' : oddsType)
  const key = call === 'UNDER' ? 'under' : 'over'
  const ends = [low, high].map((end) => lineOdds(end, line)[key])
  const chance = odds[key]
  return {
    call,
    chance,
    low: Math.min(chance, ...ends),
    high: Math.max(chance, ...ends),
    alone: lineOdds(forecast.distribution, line)[key],
    push: odds.push,
    mean: meanOf(distribution),
    fairLine: fairLine(distribution),
    basis,
    price: priceAt(prices, line),
  }
}
