import type { JudgedLine } from './judge-day.ts'
import { type EngineMethod, perEngineMethod } from './engine-methods.ts'

/** A forecast method that is compared with the true probabilities. */
export type Method = 'base' | 'lastTen' | 'season' | EngineMethod

/** Errors of the methods in one market. All figures are shares: 0.03 is three percentage points. */
export interface MarketError {
  readonly market: string
  readonly n: number
  /** Mean and standard deviation of the true probabilities. */
  readonly truth: { readonly mean: number; readonly deviation: number }
  /** Mean absolute error of P(over). */
  readonly mae: Readonly<Record<Method, number>>
  /** Mean of forecast minus truth. */
  readonly bias: Readonly<Record<Method, number>>
  /** Relative reduction of the mean absolute error compared with the shrunk season rate. */
  readonly gain: Readonly<Record<EngineMethod, number>>
  /** Share of the true probabilities within the 80% interval of P(over). */
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
  // The base rate replaces a refused forecast.
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

/** Errors by market, in the order of the first line of each market. */
export const marketErrors = (lines: readonly JudgedLine[]): MarketError[] =>
  [...Map.groupBy(lines, ({ market }) => market)].map(([market, own]) => marketError(market, own))
