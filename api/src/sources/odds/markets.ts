/** The player markets of The Odds API and their names in the product, as in `findStatType`. */
const STATS: Readonly<Record<string, string>> = {
  pitcher_strikeouts: 'Pitcher Strikeouts',
  pitcher_outs: 'Pitching Outs',
  pitcher_hits_allowed: 'Hits Allowed',
  pitcher_walks: 'Walks Allowed',
  pitcher_earned_runs: 'Earned Runs Allowed',
  batter_hits: 'Hits',
  batter_total_bases: 'Total Bases',
  batter_home_runs: 'Home Runs',
  batter_rbis: 'RBIs',
  batter_runs_scored: 'Runs',
  batter_hits_runs_rbis: 'Hits+Runs+RBIs',
  batter_singles: 'Singles',
  batter_doubles: 'Doubles',
  batter_walks: 'Walks',
  batter_strikeouts: 'Hitter Strikeouts',
  batter_stolen_bases: 'Stolen Bases',
}
const ALTERNATE = '_alternate'

/**
 * Markets with alternate lines according to the documentation of The Odds API. It rejects a request that names one
 * unknown market.
 */
const WITH_ALTERNATES = [
  'pitcher_strikeouts',
  'pitcher_hits_allowed',
  'pitcher_walks',
  'batter_hits',
  'batter_total_bases',
  'batter_home_runs',
  'batter_rbis',
  'batter_runs_scored',
  'batter_singles',
  'batter_doubles',
  'batter_walks',
  'batter_strikeouts',
] as const

/** All markets of a read. Each market that the answer has costs one credit. */
export const READ_MARKETS: readonly string[] = [
  ...Object.keys(STATS),
  ...WITH_ALTERNATES.map((market) => market + ALTERNATE),
]

/** The markets of a read, by their names in the product. */
export const READ_STATS: readonly string[] = Object.values(STATS)

/** Whether a market has alternate lines of another one. */
export const isAlternate = (market: string): boolean => market.endsWith(ALTERNATE)

/** Name of a market, or of the market of its alternate lines, in the product; undefined for another market. */
export const statOfMarket = (market: string): string | undefined =>
  STATS[isAlternate(market) ? market.slice(0, -ALTERNATE.length) : market]
