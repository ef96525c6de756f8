import type { PricedBets, PriceRecord } from '../engine/price-record.ts'
import { PRICE_RECORD } from '../engine/price-record.ts'
import { asShown } from '../grades.ts'

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
 */
export const supportsEdges = (stat: string, { bets }: Pick<PriceRecord, 'bets'> = PRICE_RECORD): boolean =>
  bets.some(
    (made) => made.stat === stat && made.price === 'first' && made.rule === 'interval' && isSupported(made),
  )

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
  record: Pick<PriceRecord, 'bets'> = PRICE_RECORD,
): boolean =>
  profitLow !== null && asShown(100 * profitLow, 1) > 0 && stats.every((stat) => supportsEdges(stat, record))
