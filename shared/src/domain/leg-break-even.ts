import { type OddsType, takesLess } from './odds-type.ts'
import { LAST_LEG_PAYS, POWER_2_PAYS } from './parlay/payout-table.ts'

/**
 * Least chance to win, 0 to 1, at which a leg is worth its stake in a Power 2 of two such legs: 57.7% without
 * ties. It is the positive root p of 3·p² + 2·1.5·p·q + q² = 1, with q the chance to tie. The terms are the
 * payouts where both legs win, where one wins and one ties, and where both tie and the stake is refunded.
 * @param push chance that the leg ties, 0 to 1
 * @returns null for goblins and demons, whose payout is not public
 */
export function legBreakEven(oddsType: OddsType, push = 0): number | null {
  if (!takesLess(oddsType)) return null
  const tie = LAST_LEG_PAYS * push
  return (Math.sqrt(tie * tie + POWER_2_PAYS * (1 - push * push)) - tie) / POWER_2_PAYS
}
