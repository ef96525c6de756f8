import type { StatGroup } from '@propsight/shared/contracts'
import { statNamesOf, statTypeOf } from '@propsight/shared/domain'

export interface StatTab {
  /** Name as in `statTypeOf`. */
  stat: string
  /** As the specification writes it. */
  label: string
}

/** The six named tabs (specification 1 §2), in their order. */
const HITTING_TABS: readonly StatTab[] = [
  { stat: 'Hits', label: 'HITS' },
  { stat: 'Total Bases', label: 'TOTAL BASES' },
  { stat: 'Home Runs', label: 'HOME RUNS' },
  { stat: 'RBIs', label: 'RBIs' },
  { stat: 'Hits+Runs+RBIs', label: 'HITS + RUNS + RBIs' },
  { stat: 'Walks', label: 'WALKS' },
]

const isNamed = (stat: string): boolean => HITTING_TABS.some((tab) => tab.stat === stat)

/** Line of a chart without one (specification 1 §9). */
export const DEFAULT_LINE = 0.5

/** Name of a line's stat as the domain writes it; the book's own where the domain knows none. */
export const statName = (statType: string): string => statTypeOf(statType)?.name ?? statType

/**
 * The tabs of one player: a batter's six and the markets of his own lines beside them, a pitcher's stats.
 * @param own stats of his lines on the board
 */
export function tabsOf(group: StatGroup, own: readonly string[]): StatTab[] {
  const named =
    group === 'hitting'
      ? HITTING_TABS
      : statNamesOf('pitching').map((stat) => ({ stat, label: stat.toUpperCase() }))
  const others = [...new Set(own)].filter((stat) => !named.some((tab) => tab.stat === stat))
  return [...named, ...others.map((stat) => ({ stat, label: stat.toUpperCase() }))]
}

/**
 * The line that a tab begins at where the book has none: as specified for the six named stats. The others' values lie
 * far from it, so that they begin where the engine's two sides are even.
 * @param fair the engine's fair line of the stat, null without a forecast
 */
export const firstLine = (stat: string, fair: number | null): number =>
  isNamed(stat) || fair === null ? DEFAULT_LINE : Math.max(DEFAULT_LINE, Math.floor(fair) + 0.5)
