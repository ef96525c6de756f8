import { hitterFantasyScore, pitcherFantasyScore } from './fantasy-score.ts'
import type { HittingCounts, PitchingCounts } from './game-counts.ts'
import { singles, totalBases } from './total-bases.ts'

/** The Dashboard's ten menu entries, in their order (N1). */
export const MLB_CATEGORIES = [
  'All Stat Lines',
  'Hits',
  'Home Runs',
  'Pitcher Strikeouts',
  'Total Bases',
  'Runs',
  'RBIs',
  'Hits+Runs+RBIs',
  'Hitter Fantasy Score',
  'Pitcher Fantasy Score',
] as const
export type MlbCategory = (typeof MLB_CATEGORIES)[number]

/** Menu label of a category: 'Hits+Runs+RBIs' is shortened to 'H+R+RBI' (N1). */
export const categoryLabel = (category: string): string =>
  category === 'Hits+Runs+RBIs' ? 'H+R+RBI' : category

interface HittingStat {
  readonly name: string
  readonly group: 'hitting'
  /** Value of one game in this market. */
  readonly value: (game: HittingCounts) => number
}

interface PitchingStat {
  readonly name: string
  readonly group: 'pitching'
  readonly value: (game: PitchingCounts) => number
}

/** A market: its name, the kind of game log it needs, and how the value of one game is computed. */
export type StatType = HittingStat | PitchingStat

const hitting = (name: string, value: HittingStat['value']): StatType => ({ name, group: 'hitting', value })
const pitching = (name: string, value: PitchingStat['value']): StatType => ({
  name,
  group: 'pitching',
  value,
})

const STAT_TYPES: ReadonlyMap<string, StatType> = new Map(
  [
    hitting('Hits', (game) => game.hits),
    hitting('Home Runs', (game) => game.homeRuns),
    hitting('Total Bases', totalBases),
    hitting('Runs', (game) => game.runs),
    hitting('RBIs', (game) => game.rbi),
    hitting('Hits+Runs+RBIs', (game) => game.hits + game.runs + game.rbi),
    hitting('Hitter Fantasy Score', hitterFantasyScore),
    hitting('Singles', singles),
    hitting('Doubles', (game) => game.doubles),
    hitting('Walks', (game) => game.baseOnBalls),
    hitting('Stolen Bases', (game) => game.stolenBases),
    hitting('Hitter Strikeouts', (game) => game.strikeOuts),
    pitching('Pitcher Strikeouts', (game) => game.strikeOuts),
    pitching('Pitcher Fantasy Score', pitcherFantasyScore),
    pitching('Pitching Outs', (game) => game.outs),
    pitching('Hits Allowed', (game) => game.hits),
    pitching('Earned Runs Allowed', (game) => game.earnedRuns),
    pitching('Walks Allowed', (game) => game.baseOnBalls),
  ].map((stat) => [stat.name, stat]),
)

/** Other names that the menu or the book uses for the same market (N1, N8). */
const ALIASES: Readonly<Record<string, string>> = {
  'H+R+RBI': 'Hits+Runs+RBIs',
  Strikeouts: 'Pitcher Strikeouts',
  'Pitcher Hits Allowed': 'Hits Allowed',
}

/**
 * Finds a market by the book's name or one of its aliases.
 * @returns null for a market that cannot be computed from a game log; its lines are shown and never ranked
 */
export const statTypeOf = (name: string): StatType | null =>
  STAT_TYPES.get(ALIASES[name.trim()] ?? name.trim()) ?? null

/** Names of all markets of one kind of game log. */
export const statNamesOf = (group: StatType['group']): readonly string[] =>
  [...STAT_TYPES.values()].filter((stat) => stat.group === group).map(({ name }) => name)

/** Whether a menu category is about pitchers. The book has few such lines, so their limit is small (N8). */
export const isPitcherCategory = (category: string): boolean => statTypeOf(category)?.group === 'pitching'
