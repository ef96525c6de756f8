/**
 * Version of the engine: the day of the last change of its model or constants, or of the weights of the offered
 * line. Stored with each forecast record. From 2026-11-24 on the stored probability counts the offered line as
 * evidence.
 */
export const ENGINE_VERSION = '2026-11-29'

/**
 * What the engine does not consider. The record page names it, so an extension of the model removes its entry.
 */
export const NOT_MODELLED: readonly string[] = ['injuries', 'rest days', 'pinch hitters', 'weather']

/** Whether the engine knew the batting order. */
export type LineupKnowledge = 'known' | 'unknown'

/** One score of the engine and of its three baselines; smaller is better. */
export interface Scores {
  /** The league's base rate to date. */
  readonly base: number
  /** The player's rate in the last ten games. */
  readonly lastTen: number
  /** The player's season rate, shrunk by sixty games toward the base rate. */
  readonly season: number
  readonly engine: number
}

/** Forecasts of one range of probabilities and their outcomes. */
export interface ReliabilityBin {
  /** The range, 0 to 1. */
  readonly from: number
  readonly to: number
  readonly n: number
  /** Mean forecast; null without forecasts. */
  readonly predicted: number | null
  /** Share that went over; null without forecasts. */
  readonly happened: number | null
}

/** Scores of one market's forecasts. */
export interface MarketRecord {
  /** Market and line: 'H 0.5', 'H+R+RBI 1.5'. */
  readonly market: string
  readonly lineup: LineupKnowledge
  readonly n: number
  /** Share of the rows that went over. */
  readonly baseRate: number
  readonly brier: Scores
  readonly logLoss: Scores
  /** Expected calibration error over ten bins of equal width. */
  readonly ece: number
  /** Mean forecast minus the share that went over. */
  readonly bias: number
  /**
   * Slope of a logistic regression of the outcome on the log-odds of the forecast: below 1 forecasts are too
   * extreme.
   */
  readonly slope: number
  readonly bins: readonly ReliabilityBin[]
}

/**
 * Gain of the engine over `Scores.season` on all markets, as a share of its Brier score, with a 95% interval.
 */
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

/**
 * Errors of the expected value of a starting pitcher's stat, for the engine and for the mean of the pitcher's
 * season.
 */
export interface PitcherRecord {
  readonly stat: string
  readonly n: number
  readonly mae: EngineAgainstSeason
  readonly rmse: EngineAgainstSeason
}

/** The games of a record, all after those that the judged constants were fitted on. */
export interface RecordWindow {
  /** Name of the data. */
  readonly data: string
  /** First and last league day of the backtest, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  /** Last day of the data that the constants were fitted on; `from` is later. */
  readonly fittedTo: string
}

/**
 * Result of a backtest of the shipped engine: aggregate figures and dates, without the games. The window is that
 * of batters; pitchers have their own, because their constants were fitted on other days.
 */
export interface TrackRecord extends RecordWindow {
  /** `ENGINE_VERSION` of the tested engine. */
  readonly engine: string
  /** Day of the backtest, `YYYY-MM-DD`. */
  readonly madeOn: string
  readonly markets: readonly MarketRecord[]
  readonly pooled: readonly PooledGain[]
  /** Empty without a record of pitchers. */
  readonly pitchers: readonly PitcherRecord[]
  /** Null without a record of pitchers. */
  readonly pitchersWindow: RecordWindow | null
}
