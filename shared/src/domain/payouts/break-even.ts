import { LAST_LEG_PAYS, POWER_2_PAYS } from '../books/prizepicks.ts'
import { acceptsLess, type OddsType } from '../lines/recommendation.ts'

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

/** The figures of a line that decide whether one of its sides may be recommended. Chances are 0 to 1. */
export interface Offered {
  /** Of the side. */
  readonly chance: number
  readonly push: number
}

/**
 * The rule of every recommendation: whether a side may be recommended, raised on a board, called a top pick or
 * get units. Its exact chance, not the rounded one on the screen, must reach its break-even. Goblins, demons
 * and promotional lines never do: they have no standard payout, and a high chance alone says nothing about
 * profit. Reaching the break-even does not make a side an edge (`isEdge`).
 * @param forecast of the side; null without one, which reaches nothing
 */
export function reachesBreakEven(forecast: Offered | null, line: PaidLine): boolean {
  if (!forecast) return false
  const even = legBreakEven(line, forecast.push)
  return even !== null && forecast.chance >= even
}
