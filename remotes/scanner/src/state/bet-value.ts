import { type Return, type Stake, stake } from '@propsight/shared/domain'
import { expectedProfit } from '@propsight/shared/domain/odds'

/** The chances of one side of a line, 0 to 1: of winning with its 80% interval, and of a push. */
export interface SideChances {
  readonly win: number
  readonly low: number
  readonly high: number
  readonly push: number
}

/** What a bet at a price is worth. Profits are per unit staked; `low` and `high` follow the interval of the chance. */
export interface BetValue {
  readonly expected: number
  readonly low: number
  readonly high: number
  /** A quarter of the Kelly share, capped; no units where the interval contains zero. */
  readonly stake: Stake
}

/** Values one side of a line at a price. */
export function betValue({ win, low, high, push }: SideChances, decimal: number): BetValue {
  const lowest = expectedProfit(low, push, decimal)
  const returns: Return[] = [
    { chance: win, paid: decimal },
    { chance: push, paid: 1 },
    { chance: Math.max(0, 1 - win - push), paid: 0 },
  ]
  return {
    expected: expectedProfit(win, push, decimal),
    low: lowest,
    high: expectedProfit(high, push, decimal),
    stake: stake(returns, lowest),
  }
}
