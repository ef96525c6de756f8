import { LAST_LEG_PAYS, POWER_2_PAYS } from '../books/book-rules.ts'
import { acceptsLess, type OddsType } from '../lines/recommendation.ts'
import { bestQuote, type Quote } from '../odds/consensus.ts'
import { decimalOdds, expectedProfit, priceBreakEven } from '../odds/odds.ts'
import type { LineForecast } from '../prop/line-forecast.ts'

/** What decides how a line is paid: its kind, and whether it is a promotion. */
export interface PaidLine {
  readonly oddsType: OddsType
  readonly promo?: boolean | undefined
}

/** Whether the book pays a line by its public table: not a goblin, a demon or a promotion. */
export const hasStandardPayout = ({ oddsType, promo = false }: PaidLine): boolean =>
  acceptsLess(oddsType) && !promo

const NO_PAYOUT: Record<OddsType, string> = {
  standard: 'The line has a standard payout',
  goblin: 'No goblin has a public payout',
  demon: 'No demon has a public payout',
  unknown: 'The type of the line is not known',
}

/** Why a line has no standard payout, as the start of a sentence. */
export const withoutPayoutText = ({ oddsType, promo }: PaidLine): string =>
  promo ? 'A promotional line has no standard payout' : NO_PAYOUT[oddsType]

/**
 * Least chance to win, 0 to 1, at which a leg is worth its stake in a Power 2 of two such legs: 57.7% without
 * ties. It is the positive root p of 3·p² + 2·1.5·p·q + q² = 1, with q the chance to tie. The terms are the
 * payouts where both legs win, where one wins and one ties, and where both tie and the stake is refunded.
 * @param push chance that the leg ties, 0 to 1
 * @returns null for a line without a standard payout
 */
export function legBreakEven(line: PaidLine, push = 0): number | null {
  if (!hasStandardPayout(line)) return null
  const tie = LAST_LEG_PAYS * push
  return (Math.sqrt(tie * tie + POWER_2_PAYS * (1 - push * push)) - tie) / POWER_2_PAYS
}

/** A sportsbook's price of a side. */
export interface SidePrice {
  /** Name of the book. */
  readonly book: string
  /** American odds. */
  readonly odds: number
  /** The book's last update of the market, ISO 8601 by the league's clock; null if it is not known. */
  readonly confirmedAt: string | null
}

/** A sportsbook's current price of a line in American odds; null for a side that it does not offer. */
export interface OfferedPrice extends Quote {
  /** Name of the book. */
  readonly title: string
  readonly confirmedAt?: string | undefined
}

/** Where a side can be taken at the lowest break-even. */
export interface BestOffer {
  /** The sportsbook's price; null for the payout table of the pick'em book. */
  readonly price: SidePrice | null
  /** Chance of winning, 0 to 1, at which the offer breaks even. */
  readonly breakEven: number
  /** Expected profit per unit staked with the ends of its 80% interval; null for a payout table. */
  readonly value: { readonly expected: number; readonly low: number; readonly high: number } | null
  /**
   * The chance relative to the break-even, minus one: at a price without a push it is the expected profit. Boards are
   * ordered by it.
   */
  readonly worth: number
}

/**
 * Finds the best offer of the side of a forecast that the user can take. Each offer has its own break-even: that of the
 * price, or that of a leg by the payout table.
 * @param line the line of the pick'em book
 * @param prices current prices; one counts at exactly the line
 * @param own keys of the user's books, whose prices count; null for all
 * @returns null for a line without a price and without a standard payout
 */
export function bestOffer(
  forecast: LineForecast,
  line: PaidLine & { readonly line: number },
  prices: readonly OfferedPrice[] = [],
  own: readonly string[] | null = null,
): BestOffer | null {
  const { call, chance, low, high, push } = forecast
  const side = call === 'UNDER' ? 'under' : 'over'
  const quote = bestQuote(prices, line.line, side, own)
  const odds = quote?.[side] ?? null
  const price =
    quote && odds !== null ? { book: quote.title, odds, confirmedAt: quote.confirmedAt ?? null } : null
  const decimal = price && decimalOdds(price.odds)
  const priceEven = decimal && priceBreakEven(decimal, push)
  const legEven = legBreakEven(line, push)
  if (decimal && priceEven && (legEven === null || priceEven <= legEven)) {
    const [expected, least, most] = [chance, low, high].map((win) => expectedProfit(win, push, decimal))
    const value = { expected: expected ?? 0, low: least ?? 0, high: most ?? 0 }
    return { price, breakEven: priceEven, value, worth: chance / priceEven - 1 }
  }
  if (!legEven) return null
  return { price: null, breakEven: legEven, value: null, worth: chance / legEven - 1 }
}

/**
 * The rule of every recommendation: whether a side may be recommended, raised on a board, called a top pick or
 * get units. Its exact chance, not the rounded one on the screen, must reach the break-even of its best offer, which
 * every screen shows. A chance of the engine alone never does: at offered lines it is too far from even. Reaching the
 * break-even does not make a side an edge (`isEdge`).
 * @param forecast of the side; null without one, which reaches nothing
 * @param offer null without a price and without a standard payout
 */
export const reachesBreakEven = (
  forecast: Pick<LineForecast, 'chance' | 'basis'> | null,
  offer: Pick<BestOffer, 'breakEven'> | null,
): boolean =>
  forecast !== null && offer !== null && forecast.basis !== 'model' && forecast.chance >= offer.breakEven
