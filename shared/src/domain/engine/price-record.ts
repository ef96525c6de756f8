import { asShown } from '../grades.ts'
import { findStatType, PRICE_RECORDS, type SportCode, sportOfStat } from '../sports/index.ts'

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

const RECORDS = PRICE_RECORDS as Readonly<Partial<Record<SportCode, PriceRecord>>> & {
  readonly MLB: PriceRecord
}

/** How baseball's engine compared with sportsbook prices, written by `npm run market -- --ship`. */
export const PRICE_RECORD = RECORDS.MLB

/** The record of the sport of a market; undefined where that sport has none, and for an unknown market. */
function recordOf(stat: string): PriceRecord | undefined {
  const market = findStatType(stat)
  return market ? RECORDS[sportOfStat(market)] : undefined
}

/** Least number of bets, and of days with a bet, of a record that may support edges. */
export const LEAST_EDGE_BETS = 100
export const LEAST_EDGE_DAYS = 30

/** Whether bets of one kind support edges: enough of them, and a return whose interval is above zero. */
export const isSupported = ({ n, days, low }: Pick<PricedBets, 'n' | 'days' | 'low'>): boolean =>
  n >= LEAST_EDGE_BETS && days >= LEAST_EDGE_DAYS && low !== null && low > 0

/**
 * Whether the record of a market supports that sides are called edges. Bets at the first price of the day
 * count, because users see lines hours before the game.
 * @param stat name as in `findStatType`; a market without prices has no record and supports none
 * @param record that of the market's sport
 */
export const supportsEdges = (
  stat: string,
  record: Pick<PriceRecord, 'bets'> | undefined = recordOf(stat),
): boolean =>
  record?.bets.some(
    (made) => made.stat === stat && made.price === 'first' && made.rule === 'interval' && isSupported(made),
  ) ?? false

/** Why an entry with a public payout has no value, within a sentence. */
export const GATE_CLOSED = 'the record of these markets supports no edge'

/**
 * The gate: whether a bet may be called an edge.
 * @param profitLow lower end of the interval of its expected profit as a share of the stake; null without a price. It
 *   must be above zero as shown, in percent with one decimal
 * @param stats the markets of its legs, at least one
 */
export const isEdge = (
  profitLow: number | null,
  stats: readonly string[],
  record?: Pick<PriceRecord, 'bets'>,
): boolean =>
  profitLow !== null && asShown(100 * profitLow, 1) > 0 && stats.every((stat) => supportsEdges(stat, record))
