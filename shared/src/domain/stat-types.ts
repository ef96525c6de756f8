import { hitterFantasyScore, pitcherFantasyScore } from './fantasy-score.ts'
import type { HittingCounts, PitchingCounts } from './game-counts.ts'
import { singles, totalBases } from './total-bases.ts'

/** The Dashboard's ten menu entries, in their order (specification 2 §2). */
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

/** What the menu writes for a category: the long sum is shortened (specification 2 §2). */
export const categoryLabel = (category: string): string =>
  category === 'Hits+Runs+RBIs' ? 'H+R+RBI' : category

interface HittingStat {
  readonly name: string
  readonly group: 'hitting'
  /** What one game is worth in this stat. */
  readonly value: (game: HittingCounts) => number
}

interface PitchingStat {
  readonly name: string
  readonly group: 'pitching'
  readonly value: (game: PitchingCounts) => number
}

/** A stat that a line can be about: which log answers it, and how one game gives its value. */
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

/** Other names that the specification or the book uses for the same stat (specification 2 §2, §7). */
const ALIASES: Readonly<Record<string, string>> = {
  'H+R+RBI': 'Hits+Runs+RBIs',
  Strikeouts: 'Pitcher Strikeouts',
  'Pitcher Hits Allowed': 'Hits Allowed',
}

/**
 * The stat behind a line's stat type, by the book's name or one of its aliases.
 * @returns null for a stat that no game log of ours answers; such a line is shown, never ranked
 */
export const statTypeOf = (name: string): StatType | null =>
  STAT_TYPES.get(ALIASES[name.trim()] ?? name.trim()) ?? null

/** Names of every stat that one kind of log answers. */
export const statNamesOf = (group: StatType['group']): readonly string[] =>
  [...STAT_TYPES.values()].filter((stat) => stat.group === group).map(({ name }) => name)

/** The two menu categories whose lines are about pitchers: the book has few of them, so the limit is small. */
export const isPitcherCategory = (category: string): boolean => statTypeOf(category)?.group === 'pitching'
