import { type Distribution, lineOdds, type StatForecast } from '../engine/forecast.ts'
import {
  type Band,
  conditionOnOffer,
  type EvidenceWeights,
  evidenceWeights,
  isLineAll,
  LINE_EVIDENCE,
  type LineSource,
} from '../engine/line-evidence.ts'
import { findStatType } from '../sports/index.ts'
import type { LinePrice, MarketEvidence } from './evidence.ts'
import type { LineInput, ShownMarket } from './line-forecast.ts'

/** The weights of line and price that ship with the engine. */
export function shippedWeights(stat: string, source: LineSource): EvidenceWeights {
  const type = findStatType(stat)
  const ofSport = type && 'engine' in type ? type.engine : undefined
  return ofSport?.evidence[source] ?? evidenceWeights(stat, LINE_EVIDENCE[source])
}

/** A forecast of one stat, without the figures that composing does not need. */
export type MarketForecast = Band & Pick<StatForecast, 'stat'>

const distanceTo = (line: number, value: number): number => Math.abs(line - (value - 0.5))

/**
 * Joins bands that are conditional on prices of several lines: the chance of reaching a value is that of the nearest
 * priced line, of equally near ones that of the first, and never rises with the value.
 */
function joinBands(priced: readonly { readonly line: number; readonly band: Band }[]): Band | null {
  const [first] = priced
  if (!first || priced.length === 1) return first?.band ?? null
  const { least, atLeast } = first.band.distribution
  const join = (of: (band: Band) => Distribution): Distribution => {
    let reached = 1
    const chances = atLeast.map((_, index) => {
      const nearest = priced.reduce((best, each) =>
        distanceTo(each.line, least + index) < distanceTo(best.line, least + index) ? each : best,
      )
      reached = Math.min(reached, of(nearest.band).atLeast[index] ?? 0)
      return reached
    })
    return { least, atLeast: chances }
  }
  return {
    distribution: join(({ distribution }) => distribution),
    low: join(({ low }) => low),
    high: join(({ high }) => high),
  }
}

const atPrice = (forecast: MarketForecast, weights: EvidenceWeights, { line, over }: LinePrice) =>
  conditionOnOffer(forecast, { line, oddsType: 'standard', noVigOver: over }, weights)

/** The lines that may be evidence: the offered standard lines, else the known one, else goblins and demons. */
function linesAsEvidence(standardLine: number | null, offered: MarketEvidence['offered']) {
  const standard = offered.filter(({ oddsType }) => oddsType === 'standard')
  if (standard.length > 0 || standardLine === null) return standard.length > 0 ? standard : offered
  return [{ line: standardLine, oddsType: 'standard' as const }]
}

/** The line that is nearest to even for the engine, of equally near ones the lowest; null without one. */
function nearestToEven({ distribution }: Band, offered: MarketEvidence['offered']) {
  const unevenness = (line: number) => {
    const { over, under } = lineOdds(distribution, line)
    return Math.abs(over - under)
  }
  return offered.toSorted((a, b) => unevenness(a.line) - unevenness(b.line) || a.line - b.line)[0] ?? null
}

/**
 * The only place that composes a displayed probability: conditions the engine's forecast of a market on everything that
 * is known of it. With current prices, each line has the chance by the price of the nearest priced line; without, all
 * lines move with the standard line, of several with the one nearest to even; with goblins and demons alone, the smaller
 * of two estimates holds (`conditionOnOffer`). Every line of the market is read from the result (`lineForecast`), so that screens, exports,
 * alerts and judgements agree.
 * @param weights of line and price as evidence; by default those that ship with the engine
 */
export function composeMarket(
  forecast: MarketForecast,
  { prices, standardLine, lineSource, offered }: MarketEvidence,
  weights: EvidenceWeights = shippedWeights(forecast.stat, prices.length > 0 ? 'books' : lineSource),
): ShownMarket {
  const bands = prices.map((price) => ({ line: price.line, band: atPrice(forecast, weights, price) }))
  const joined = joinBands(bands)
  if (joined) return { ...joined, basis: 'price', prices: prices.map(({ over: _, ...price }) => price) }
  const line = nearestToEven(forecast, linesAsEvidence(standardLine, offered))
  if (!line) {
    const { distribution, low, high } = forecast
    return { distribution, low, high, basis: 'model', prices: [] }
  }
  const basis = isLineAll(forecast.distribution, line.line, weights) ? 'constant' : 'line'
  return { ...conditionOnOffer(forecast, line, weights), basis, prices: [] }
}

/** Probabilities are sent with four decimals, which is 0.01 percentage points. */
const SCALE = 10_000
/** As in `distributionSchema`. Yards have hundreds of values. */
const MAX_VALUES = 512
const USUAL_VALUES = 120

const rounded = (value: number): number => Math.round(value * SCALE) / SCALE
const isSure = (chance: number): boolean => rounded(chance) === 1

/**
 * Converts a distribution to its form in the contracts: rounded, never rising, without trailing zeros, and a long one
 * without the values that are reached for sure.
 * @returns null when a number is invalid
 */
export function roundDistribution({
  least,
  atLeast,
}: Distribution): { least: number; atLeast: number[] } | null {
  if (!Number.isInteger(least) || atLeast.length === 0 || !atLeast.every(Number.isFinite)) return null
  const chances: number[] = []
  let reached = 1
  const from = atLeast.length > USUAL_VALUES ? Math.max(0, atLeast.findLastIndex(isSure)) : 0
  for (const chance of atLeast.slice(from, from + MAX_VALUES)) {
    reached = rounded(Math.min(reached, Math.max(0, chance)))
    // Missing values at the end mean a probability of zero.
    if (reached === 0) break
    chances.push(reached)
  }
  return chances.length === 0 ? null : { least: least + from, atLeast: chances }
}

/** Rounds a distribution with its band; null when a number is invalid. */
function roundBand(band: Band) {
  const distribution = roundDistribution(band.distribution)
  const low = roundDistribution(band.low)
  const high = roundDistribution(band.high)
  return distribution && low && high ? { distribution, low, high } : null
}

/** Converts a forecast to its form in the contracts; null when a number is invalid. */
export function roundForecast(forecast: StatForecast) {
  const band = roundBand(forecast)
  if (!band || !Number.isFinite(forecast.mean)) return null
  return { stat: forecast.stat, ...band, mean: rounded(forecast.mean) }
}

/** Composes the probabilities of a market in their form in the contracts; null when a number is invalid. */
export function composeRounded(forecast: MarketForecast, evidence: MarketEvidence) {
  const { basis, ...composed } = composeMarket(forecast, evidence)
  const band = roundBand(composed)
  return band && { ...band, basis }
}

/**
 * Takes a standard line that a user's pick names as the book's, where nothing is known of its market: the line has left
 * the book, or the book cannot be read. Promotions tell nothing of a player.
 */
export function showByNamedLine(
  forecast: MarketForecast & { readonly shown?: ShownMarket | undefined },
  { line, oddsType, promo }: { line: number; oddsType: string; promo: boolean },
): LineInput {
  if (forecast.shown || oddsType !== 'standard' || promo) return forecast
  const shown = composeRounded(forecast, {
    prices: [],
    standardLine: line,
    lineSource: 'pickem',
    offered: [],
  })
  return shown ? { ...forecast, shown: { ...shown, prices: [] } } : forecast
}
