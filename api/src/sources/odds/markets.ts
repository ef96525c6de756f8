import { ODDS_MARKETS } from '@propsight/shared/domain'

const STATS = new Map(ODDS_MARKETS.map(({ key, stat }) => [key, stat]))
const ALTERNATE = '_alternate'

/** All markets of a read. Each market that the answer has costs one credit. */
export const READ_MARKETS: readonly string[] = [
  ...STATS.keys(),
  ...ODDS_MARKETS.filter(({ hasAlternates }) => hasAlternates).map(({ key }) => key + ALTERNATE),
]

/** The markets of a read, by their names in the product. */
export const READ_STATS: readonly string[] = [...STATS.values()]

/** Whether a market has alternate lines of another one. */
export const isAlternate = (market: string): boolean => market.endsWith(ALTERNATE)

/** Name of a market, or of the market of its alternate lines, in the product; undefined for another market. */
export const statOfMarket = (market: string): string | undefined =>
  STATS.get(isAlternate(market) ? market.slice(0, -ALTERNATE.length) : market)
