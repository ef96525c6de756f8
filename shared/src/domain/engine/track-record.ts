/** Whether the batting order was given to the engine. */
export type LineupKnowledge = 'known' | 'unknown'

/** One figure of the engine beside those of its three baselines; smaller is better. */
export interface Scores {
  /** The league's base rate to date. */
  readonly base: number
  readonly lastTen: number
  /** The player's season rate, shrunk by sixty games toward the base rate. */
  readonly season: number
  readonly engine: number
}

/** Forecasts of one range of probabilities, and how often they came true. */
export interface ReliabilityBin {
  /** The range, 0 to 1. */
  readonly from: number
  readonly to: number
  readonly n: number
  /** Mean forecast; null where there was none. */
  readonly predicted: number | null
  /** Share that went over; null where there was none. */
  readonly happened: number | null
}

/** How one market's forecasts came out. */
export interface MarketRecord {
  /** Stat and line: 'H 0.5', 'H+R+RBI 1.5'. */
  readonly market: string
  readonly lineup: LineupKnowledge
  readonly n: number
  /** Share of the rows that went over. */
  readonly baseRate: number
  readonly brier: Scores
  readonly logLoss: Scores
  /** Expected calibration error over ten bins of equal width. */
  readonly ece: number
  /** Mean forecast less share that went over. */
  readonly bias: number
  /** Slope of a logistic regression of the outcome on the forecast's log-odds: 1 is neither too bold nor too shy. */
  readonly slope: number
  readonly bins: readonly ReliabilityBin[]
}

/** Gain over the season's shrunk rate on all markets together, as a share of its Brier score, with a 95% interval. */
export interface PooledGain {
  readonly lineup: LineupKnowledge
  readonly gain: number
  readonly low: number
  readonly high: number
}

interface EngineAgainstSeason {
  readonly season: number
  readonly engine: number
}

/** How far the expected value of a starter's stat was off, beside the mean of his season. */
export interface PitcherRecord {
  readonly stat: string
  readonly n: number
  readonly mae: EngineAgainstSeason
  readonly rmse: EngineAgainstSeason
}

/** What a backtest found about the engine that ships: figures and days, never the games. */
export interface TrackRecord {
  /** The engine that was judged. */
  readonly engine: string
  /** Name of the data. */
  readonly data: string
  /** First and last league day judged, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  /** The last day that the shipped constants were fitted on: everything judged came later. */
  readonly fittedTo: string
  /** When it was made, `YYYY-MM-DD`. */
  readonly madeOn: string
  readonly markets: readonly MarketRecord[]
  readonly pooled: readonly PooledGain[]
  readonly pitchers: readonly PitcherRecord[]
}
