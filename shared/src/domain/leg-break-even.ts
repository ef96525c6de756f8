import { type OddsType, takesLess } from './odds-type.ts'
import { PRIZEPICKS_PAYOUTS } from './parlay/payout-table.ts'

/** A Power 2 of which both legs win, or one wins and one ties; two ties return the stake. */
const BOTH_WIN = PRIZEPICKS_PAYOUTS.power[2] ?? Number.NaN
const WIN_AND_TIE = PRIZEPICKS_PAYOUTS.lastLegWon

/**
 * Least chance at which a leg is worth its stake, 0 to 1: that of a Power 2 of two such legs, 57.7% without ties.
 * The positive root of 3·p² + 2·1.5·p·q + q² = 1, the entry's value with chance p to win and q to tie.
 * @param push chance that the leg ties, 0 to 1
 * @returns null for goblins and demons, whose payout is not public
 */
export function legBreakEven(oddsType: OddsType, push = 0): number | null {
  if (!takesLess(oddsType)) return null
  const tie = WIN_AND_TIE * push
  return (Math.sqrt(tie * tie + BOTH_WIN * (1 - push * push)) - tie) / BOTH_WIN
}
