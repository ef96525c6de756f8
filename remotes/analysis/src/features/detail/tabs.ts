import type { StatGroup } from '@propsight/shared/contracts'
import { listStatNames, findStatType } from '@propsight/shared/domain'

export interface StatTab {
  /** Name as in `findStatType`. */
  stat: string
  /** Label as specified (N12). */
  label: string
}

/** The six specified tabs of a batter, in order (N12). */
const HITTING_TABS: readonly StatTab[] = [
  { stat: 'Hits', label: 'HITS' },
  { stat: 'Total Bases', label: 'TOTAL BASES' },
  { stat: 'Home Runs', label: 'HOME RUNS' },
  { stat: 'RBIs', label: 'RBIs' },
  { stat: 'Hits+Runs+RBIs', label: 'HITS + RUNS + RBIs' },
  { stat: 'Walks', label: 'WALKS' },
]

const isNamed = (stat: string): boolean => HITTING_TABS.some((tab) => tab.stat === stat)

/** Initial line of a chart without a line of the book (N12). */
export const DEFAULT_LINE = 0.5

/** Canonical market name of a line; the book's name if the domain does not know the market. */
export const statName = (statType: string): string => findStatType(statType)?.name ?? statType

/**
 * The tabs of one player: the six specified ones for a batter or all pitching markets, plus the markets of
 * the player's lines on the board.
 * @param own markets of those lines
 */
export function tabsOf(group: StatGroup, own: readonly string[]): StatTab[] {
  const named =
    group === 'hitting'
      ? HITTING_TABS
      : listStatNames('pitching').map((stat) => ({ stat, label: stat.toUpperCase() }))
  const others = [...new Set(own)].filter((stat) => !named.some((tab) => tab.stat === stat))
  return [...named, ...others.map((stat) => ({ stat, label: stat.toUpperCase() }))]
}

/**
 * Initial line of a tab without a line of the book: 0.5 for the six specified markets (N12). Values of other
 * markets are far above 0.5, so that they start near the fair line.
 * @param fair the engine's fair line of the market; null without a forecast
 */
export const firstLine = (stat: string, fair: number | null): number =>
  isNamed(stat) || fair === null ? DEFAULT_LINE : Math.max(DEFAULT_LINE, Math.floor(fair) + 0.5)
