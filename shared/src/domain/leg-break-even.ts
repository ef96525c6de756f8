import { type OddsType, takesLess } from './odds-type.ts'
import { LAST_LEG_PAYS, POWER_2_PAYS } from './parlay/payout-table.ts'

/**
 * Least chance at which a leg is worth its stake, 0 to 1: that of a Power 2 of two such legs, 57.7% without ties.
 * The positive root of 3·p² + 2·1.5·p·q + q² = 1, the entry's value with chance p to win and q to tie: both win, one
 * wins and one ties, both tie and the stake comes back.
 * @param push chance that the leg ties, 0 to 1
 * @returns null for goblins and demons, whose payout is not public
 */
export function legBreakEven(oddsType: OddsType, push = 0): number | null {
  if (!takesLess(oddsType)) return null
  const tie = LAST_LEG_PAYS * push
  return (Math.sqrt(tie * tie + POWER_2_PAYS * (1 - push * push)) - tie) / POWER_2_PAYS
}
