/**
 * How a market reacts to news and how well books know it. News and errors are shifts of the logit of the over
 * probability: 0.1 is 2.5 points near one half.
 */
export interface MarketTraits {
  /** Weight of a change of the place in the batting order. */
  readonly order: number
  /** Weight of a change of the weather forecast. */
  readonly weather: number
  /** Weight of a report on a starting pitcher's workload. */
  readonly workload: number
  /** Standard deviation of the error that all books share, at the opening and at the first pitch. */
  readonly open: number
  readonly close: number
  /** Standard deviation of an average book's own error. */
  readonly book: number
  /** Number of alternate lines on each side of the main line. */
  readonly alternates: number
}

const traits = (
  [order, weather, workload]: readonly [number, number, number],
  [open, close, book]: readonly [number, number, number],
  alternates = 0,
): MarketTraits => ({ order, weather, workload, open, close, book, alternates })

/** Traits by market key. Weights are relative to hits (order), total bases (weather) and strikeouts (workload). */
export const MARKET_TRAITS: Readonly<Record<string, MarketTraits>> = {
  pitcher_strikeouts: traits([0, 0, 1], [0.11, 0.04, 0.05], 3),
  pitcher_outs: traits([0, 0, 1.3], [0.11, 0.04, 0.06], 3),
  pitcher_hits_allowed: traits([0, 0.5, 0.7], [0.11, 0.05, 0.06], 2),
  pitcher_walks: traits([0, 0, 0.5], [0.11, 0.05, 0.07], 2),
  pitcher_earned_runs: traits([0, 0.9, 0.4], [0.12, 0.05, 0.07]),
  batter_hits: traits([1, 0.4, 0], [0.09, 0.04, 0.05], 2),
  batter_total_bases: traits([1, 1, 0], [0.1, 0.04, 0.05], 3),
  batter_home_runs: traits([0.9, 1.8, 0], [0.14, 0.06, 0.08], 1),
  batter_rbis: traits([0.9, 0.9, 0], [0.11, 0.05, 0.07]),
  batter_runs_scored: traits([1.2, 0.9, 0], [0.11, 0.05, 0.07]),
  batter_hits_runs_rbis: traits([1.1, 0.8, 0], [0.1, 0.04, 0.05], 3),
  batter_singles: traits([0.9, 0, 0], [0.1, 0.05, 0.07]),
  batter_doubles: traits([0.8, 0.6, 0], [0.13, 0.06, 0.09]),
  batter_walks: traits([0.9, 0, 0], [0.12, 0.06, 0.08]),
  batter_strikeouts: traits([0.9, 0, 0], [0.1, 0.05, 0.06]),
  batter_stolen_bases: traits([0.8, 0, 0], [0.16, 0.08, 0.12]),
}
