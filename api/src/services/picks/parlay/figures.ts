import type { Parlay } from '@propsight/shared/contracts'
import { PRIZEPICKS_PAYOUTS } from '@propsight/shared/domain'
import type { ChosenParlay } from './choose-parlays.ts'

/** The figures of a parlay for the answer and its sentences. Probabilities in percent with one decimal. */
export type Figures = Pick<
  Parlay,
  | 'overallConfidence'
  | 'interval'
  | 'independent'
  | 'expectedValue'
  | 'recommendedUnits'
  | 'words'
  | 'pays'
  | 'breakEven'
  | 'unpriced'
>

/** Converts a share to percent with one decimal. */
export const percent = (share: number): number => Math.round(share * 1000) / 10
const hundredths = (value: number): number => Math.round(value * 100) / 100

/**
 * Computes the figures of a Power entry on these legs; without a payout table, the reason is in `unpriced`.
 */
export function figuresOf({ legs, assessment }: ChosenParlay): Figures {
  const { allWin, value } = assessment
  const { power } = value
  const { low, high } = allWin.interval80
  const chances = {
    overallConfidence: percent(allWin.value),
    interval: { low: percent(low), high: percent(high) },
    independent: percent(legs.reduce((product, { leg }) => product * leg.win, 1)),
  }
  const pays = PRIZEPICKS_PAYOUTS.power[legs.length]
  if (power.profit === null || pays === undefined) {
    const nothing = { expectedValue: null, recommendedUnits: null, words: null, pays: null, breakEven: null }
    return { ...chances, ...nothing, unpriced: power.reason }
  }
  const { profit, units, words } = power
  return {
    ...chances,
    expectedValue: {
      value: percent(profit.value),
      low: percent(profit.interval80.low),
      high: percent(profit.interval80.high),
    },
    recommendedUnits: hundredths(units),
    words,
    pays,
    breakEven: percent(1 / pays),
    unpriced: null,
  }
}
