import type { JudgedLine } from './judge-day.ts'
import { type EngineMethod, perEngineMethod } from './methods.ts'

/** Whose chances are held against the truth. */
export type Method = 'base' | 'lastTen' | 'season' | EngineMethod

/** How far the methods are from the true chances in one market. All figures are shares: 0.03 is three points. */
export interface MarketError {
  readonly market: string
  readonly n: number
  /** The true chances: their mean, and how much they differ from each other. */
  readonly truth: { readonly mean: number; readonly deviation: number }
  /** Mean absolute error of P(over). */
  readonly mae: Readonly<Record<Method, number>>
  /** Mean of forecast minus truth. */
  readonly bias: Readonly<Record<Method, number>>
  /** By how much the engine's error is below the shrunk season rate's. */
  readonly gain: Readonly<Record<EngineMethod, number>>
  /** Share of the true chances that lie within the 80% interval of P(over). */
  readonly within: Readonly<Record<EngineMethod, number>>
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const perMethod = (figure: (method: Method) => number): Record<Method, number> => ({
  base: figure('base'),
  lastTen: figure('lastTen'),
  season: figure('season'),
  ...perEngineMethod(figure),
})

const marketError = (market: string, lines: readonly JudgedLine[]): MarketError => {
  const truths = lines.map(({ over }) => over)
  const centre = mean(truths)
  // Where the engine refuses, the base rate stands in for it.
  const off = (line: JudgedLine, method: Method) => (line[method] ?? line.base) - line.over
  const mae = perMethod((method) => mean(lines.map((line) => Math.abs(off(line, method)))))
  return {
    market,
    n: lines.length,
    truth: { mean: centre, deviation: Math.sqrt(mean(truths.map((truth) => (truth - centre) ** 2))) },
    mae,
    bias: perMethod((method) => mean(lines.map((line) => off(line, method)))),
    gain: perEngineMethod((method) => 1 - mae[method] / mae.season),
    within: perEngineMethod((method) => mean(lines.map((line) => (line.within[method] ? 1 : 0)))),
  }
}

/** Errors of every market, in the order in which they first come. */
export const marketErrors = (lines: readonly JudgedLine[]): MarketError[] =>
  [...Map.groupBy(lines, ({ market }) => market)].map(([market, own]) => marketError(market, own))
