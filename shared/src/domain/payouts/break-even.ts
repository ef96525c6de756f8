import { LAST_LEG_PAYS, POWER_2_PAYS } from '../books/prizepicks.ts'
import { acceptsLess, type OddsType } from '../lines/recommendation.ts'

/**
 * Least chance to win, 0 to 1, at which a leg is worth its stake in a Power 2 of two such legs: 57.7% without
 * ties. It is the positive root p of 3·p² + 2·1.5·p·q + q² = 1, with q the chance to tie. The terms are the
 * payouts where both legs win, where one wins and one ties, and where both tie and the stake is refunded.
 * @param push chance that the leg ties, 0 to 1
 * @returns null for goblins, demons and unknown kinds of line, whose payout is not public
 */
export function legBreakEven(oddsType: OddsType, push = 0): number | null {
  if (!acceptsLess(oddsType)) return null
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
 * get units. Its exact chance, not the rounded one on the screen, must reach its break-even. Goblins and demons
 * never do: their payout is not public and changes with the line, and a high chance alone says nothing about
 * profit. Reaching the break-even does not make a side an edge (`isEdge`).
 * @param forecast of the side; null without one, which reaches nothing
 */
export function reachesBreakEven(forecast: Offered | null, oddsType: OddsType): boolean {
  if (!forecast) return false
  const even = legBreakEven(oddsType, forecast.push)
  return even !== null && forecast.chance >= even
}
