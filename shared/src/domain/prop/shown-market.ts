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
import type { ShownMarket } from './line-forecast.ts'

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
