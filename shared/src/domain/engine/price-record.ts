import shipped from './fitted/price-record.json' with { type: 'json' }
/** One figure of the compared probabilities of the over; null where it has no rows. */
export interface PriceFigures {
  /** The books at the same snapshot, without their margin. */
  readonly market: number | null
  /** The engine without the line as evidence. */
  readonly engine: number | null
  /** The displayed probability where a price is known. */
  readonly shown: number | null
  /** The displayed probability where only the line is known. */
  readonly shownLineOnly: number | null
}

/** How one market compared with the books' prices. */
export interface PricedMarket {
  /** 'strikeouts, first line' */
  readonly market: string
  /** Name as in `findStatType`. */
  readonly stat: string
  /** `first`: the first price of the day; `close`: the last one before first pitch. */
  readonly price: 'first' | 'close'
  readonly n: number
  readonly days: number
  readonly logLoss: PriceFigures
  readonly brier: PriceFigures
  readonly ece: PriceFigures
  readonly slope: PriceFigures
}

/** Return of one betting rule on one market. */
export interface PricedBets {
  readonly stat: string
  readonly price: 'first' | 'close'
  /**
   * `interval`: bets whose interval of expected profit is above zero. `gate`: those of them that were made
   * while the bets of earlier dates supported edges.
   */
  readonly rule: 'interval' | 'gate'
  readonly n: number
  /** Days with a bet. */
  readonly days: number
  /** Profit per unit with its 95% interval; null without bets. */
  readonly roi: number | null
  readonly low: number | null
  readonly high: number | null
  /**
   * Closing-line value of bets at the first price: mean rise of the books' chance of the bet's side, without
   * margin, from the first price to the closing one at the same line, with its 95% interval. Null for bets at the
   * closing price, and without bets; absent from older API versions.
   */
  readonly closing?:
    | { readonly value: number; readonly low: number; readonly high: number }
    | null
    | undefined
}

/** Out-of-sample comparison with sportsbook prices, without the prices themselves. */
export interface PriceRecord {
  readonly engine: string
  /** Name of the prices. */
  readonly data: string
  readonly from: string
  readonly to: string
  readonly madeOn: string
  readonly markets: readonly PricedMarket[]
  readonly bets: readonly PricedBets[]
}

/** How the engine compared with sportsbook prices, written by `npm run market -- --ship`. */
export const PRICE_RECORD = shipped.value as PriceRecord
