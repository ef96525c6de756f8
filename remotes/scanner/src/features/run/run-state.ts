import { MLB_MARKETS, type MlbMarket } from '@propsight/shared/domain'
import type { Run } from './use-runs.ts'

const ALL = 'All Stat Lines'

const covers = ({ category }: Run, stat: string | null): boolean => category === ALL || category === stat

/** The menu market of a prop; null for a market that only an analysis of all stat lines covers. */
export const toMarket = (stat: string): MlbMarket | null =>
  MLB_MARKETS.find((market) => market === stat && market !== ALL) ?? null

/**
 * Until when a live run gives the probabilities of a market, in epoch milliseconds; null without one.
 * @param stat null for all markets
 */
export function coveredUntil(runs: readonly Run[], stat: string | null, now: number): number | null {
  const ends = runs.filter((run) => covers(run, stat)).map(({ expiresAt }) => Date.parse(expiresAt))
  const last = Math.max(...ends, 0)
  return last > now ? last : null
}
