import { BAT, PIT } from '../world/stat-fields.ts'
import type { PropCounts } from '../world/world.ts'
import { BOARD_MARKETS, type Distribution, type PricedMarket, type Prices } from './simulate-distributions.ts'

/** A player prop market of sportsbooks, under its key of The Odds API. */
export interface PropMarket {
  readonly key: string
  readonly role: 'batter' | 'pitcher'
  /** Name of the simulated distribution. */
  readonly stat: string
}

/** Counts that sportsbooks offer and the league's own board does not. */
const FURTHER_MARKETS: {
  readonly batter: readonly PricedMarket[]
  readonly pitcher: readonly PricedMarket[]
} = {
  batter: [
    {
      name: 'Singles',
      value: (table, line) =>
        table.count(line, BAT.hits) -
        table.count(line, BAT.doubles) -
        table.count(line, BAT.triples) -
        table.count(line, BAT.homeRuns),
    },
    { name: 'Doubles', value: (table, line) => table.count(line, BAT.doubles) },
    { name: 'Hitter Strikeouts', value: (table, line) => table.count(line, BAT.strikeOuts) },
    { name: 'Stolen Bases', value: (table, line) => table.count(line, BAT.stolenBases) },
  ],
  pitcher: [{ name: 'Earned Runs Allowed', value: (table, line) => table.count(line, PIT.earnedRuns) }],
}

/** All markets that one simulation of a day counts: those of the board first, which keep their order. */
export const SIMULATED_MARKETS = {
  batter: [...BOARD_MARKETS.batter, ...FURTHER_MARKETS.batter],
  pitcher: [...BOARD_MARKETS.pitcher, ...FURTHER_MARKETS.pitcher],
}

/** The prop markets of the sample books. */
export const PROP_MARKETS: readonly PropMarket[] = [
  { key: 'pitcher_strikeouts', role: 'pitcher', stat: 'Pitcher Strikeouts' },
  { key: 'pitcher_outs', role: 'pitcher', stat: 'Pitching Outs' },
  { key: 'pitcher_hits_allowed', role: 'pitcher', stat: 'Hits Allowed' },
  { key: 'pitcher_walks', role: 'pitcher', stat: 'Walks Allowed' },
  { key: 'pitcher_earned_runs', role: 'pitcher', stat: 'Earned Runs Allowed' },
  { key: 'batter_hits', role: 'batter', stat: 'Hits' },
  { key: 'batter_total_bases', role: 'batter', stat: 'Total Bases' },
  { key: 'batter_home_runs', role: 'batter', stat: 'Home Runs' },
  { key: 'batter_rbis', role: 'batter', stat: 'RBIs' },
  { key: 'batter_runs_scored', role: 'batter', stat: 'Runs' },
  { key: 'batter_hits_runs_rbis', role: 'batter', stat: 'Hits+Runs+RBIs' },
  { key: 'batter_singles', role: 'batter', stat: 'Singles' },
  { key: 'batter_doubles', role: 'batter', stat: 'Doubles' },
  { key: 'batter_walks', role: 'batter', stat: 'Walks' },
  { key: 'batter_strikeouts', role: 'batter', stat: 'Hitter Strikeouts' },
  { key: 'batter_stolen_bases', role: 'batter', stat: 'Stolen Bases' },
]

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
  role: PropMarket['role'],
  games: number,
): PropCounts['above'] {
  const distributions = prices.get(person)
  return Object.fromEntries(
    PROP_MARKETS.flatMap((market) => {
      const values = market.role === role ? distributions?.get(market.stat) : undefined
      return values ? [[market.key, countsAbove(values, games)]] : []
    }),
  )
}

/** The true probability of a value above a half line. Absent markets and lines above all values give 0. */
export const trueOver = ({ above, games }: PropCounts, market: string, line: number): number =>
  (above[market]?.[line - 0.5] ?? 0) / games
