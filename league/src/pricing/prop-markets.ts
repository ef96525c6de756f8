import { ODDS_MARKETS, type OddsMarket } from '@propsight/shared/domain'
import type { PropCounts } from '../world/world.ts'
import type { Distribution, Prices } from './simulate-distributions.ts'

const countsAbove = (values: Distribution, games: number): number[] => {
  const counts: number[] = []
  for (let line = 0.5; ; line++) {
    const count = Math.round(values.over(line) * games)
    if (count === 0) return counts
    counts.push(count)
  }
}

/**
 * The counts of one starter.
 * @param role the starter's part in the game; its markets are counted
 * @param games number of simulated games of `prices`
 */
export function propCounts(
  prices: Prices,
  person: number,
  role: OddsMarket['role'],
  games: number,
): PropCounts['above'] {
  const distributions = prices.get(person)
  return Object.fromEntries(
    ODDS_MARKETS.flatMap((market) => {
      const values = market.role === role ? distributions?.get(market.stat) : undefined
      return values ? [[market.key, countsAbove(values, games)]] : []
    }),
  )
}

/** The true probability of a value above a half line. Absent markets and lines above all values give 0. */
export const trueOver = ({ above, games }: PropCounts, market: string, line: number): number =>
  (above[market]?.[line - 0.5] ?? 0) / games
