import type { BoxScoreLogGame, BoxScoreStat, GamePlace, LineKind, Stat } from '../stat-type.ts'

const OUTS_PER_INNING = 3
const MOST_THIRDS = 2

/**
 * Converts innings pitched, as baseball writes them, to outs (N9). The digit after the point counts thirds
 * and is capped at 2: `5.1` is 5⅓ innings, `5.2` is 5⅔. An inning has 3 outs.
 * @returns whole outs; null for anything that is not a non-negative number ('-', '', '-.--')
 */
export function outsFromInnings(innings: string | number): number | null {
  const match = /^(\d{1,3})(?:\.(\d)\d*)?$/.exec(String(innings).trim())
  if (!match) return null
  const thirds = Math.min(Number(match[2] ?? 0), MOST_THIRDS)
  return Number(match[1]) * OUTS_PER_INNING + thirds
}

/** Formats outs as innings pitched: 17 → '5.2'. */
export const inningsFromOuts = (outs: number): string =>
  `${Math.floor(outs / OUTS_PER_INNING)}.${outs % OUTS_PER_INNING}`

/**
 * Counts of one batter in one game. Rates are left out: those of the stats service are season totals. Counts
 * that a source may lack are null then, never 0.
 */
export interface HittingCounts {
  readonly hits: number
  readonly doubles: number
  readonly triples: number
  readonly homeRuns: number
  readonly runs: number | null
  readonly rbi: number | null
  readonly baseOnBalls: number
  readonly hitByPitch: number | null
  readonly stolenBases: number | null
  readonly strikeOuts: number
}

/** Counts of one pitcher in one game. `outs` is innings pitched in thirds. `earnedRuns` is null if unknown. */
export interface PitchingCounts {
  readonly outs: number
  readonly strikeOuts: number
  readonly hits: number
  readonly earnedRuns: number | null
  readonly baseOnBalls: number
}

export type HittingLogGame = HittingCounts & GamePlace & { readonly plateAppearances: number }
export type PitchingLogGame = PitchingCounts & GamePlace & { readonly started: boolean }

/** A player's games of one season, oldest first, in the group that the market is about. */
export type GameLog =
  | { readonly group: 'hitting'; readonly games: readonly HittingLogGame[] }
  | { readonly group: 'pitching'; readonly games: readonly PitchingLogGame[] }
  | { readonly group: BoxScoreStat['group']; readonly games: readonly BoxScoreLogGame[] }

/** The same counts where all of them are known. */
export type Complete<Counts> = { readonly [Field in keyof Counts]: NonNullable<Counts[Field]> }

type Hits = Pick<HittingCounts, 'hits' | 'doubles' | 'triples' | 'homeRuns'>

/** Hits other than extra-base hits. At least 0, even where the counts of a source contradict each other. */
export const singles = (game: Hits): number =>
  Math.max(0, game.hits - game.doubles - game.triples - game.homeRuns)

/** Total bases of one game: 1, 2, 3 and 4 for a single, double, triple and home run (N9). */
export const totalBases = (game: Hits): number =>
  singles(game) + 2 * game.doubles + 3 * game.triples + 4 * game.homeRuns

/** Points per event of a hitter's fantasy score (N9). */
const HITTER_POINTS = {
  single: 3,
  double: 5,
  triple: 8,
  homeRun: 10,
  run: 2,
  rbi: 2,
  walk: 2,
  hitByPitch: 2,
  stolenBase: 5,
} as const

/** Points per event of a pitcher's fantasy score (N9). */
const PITCHER_POINTS = { strikeOut: 3, earnedRun: -3, out: 1, qualityStart: 4 } as const
/** A quality start has at least six innings (18 outs) and at most three earned runs (N9). */
const QUALITY_START_OUTS = 18
const QUALITY_START_MAX_EARNED_RUNS = 3

type Batting = Pick<
  Complete<HittingCounts>,
  'hits' | 'doubles' | 'triples' | 'homeRuns' | 'runs' | 'rbi' | 'baseOnBalls' | 'hitByPitch' | 'stolenBases'
>

/** Hitter fantasy score of one game, in points (N9). */
export const hitterFantasyScore = (game: Batting): number =>
  HITTER_POINTS.single * singles(game) +
  HITTER_POINTS.double * game.doubles +
  HITTER_POINTS.triple * game.triples +
  HITTER_POINTS.homeRun * game.homeRuns +
  HITTER_POINTS.run * game.runs +
  HITTER_POINTS.rbi * game.rbi +
  HITTER_POINTS.walk * game.baseOnBalls +
  HITTER_POINTS.hitByPitch * game.hitByPitch +
  HITTER_POINTS.stolenBase * game.stolenBases

/** Pitcher fantasy score of one game, in points (N9). It can be negative. */
export function pitcherFantasyScore(
  game: Pick<Complete<PitchingCounts>, 'outs' | 'strikeOuts' | 'earnedRuns'>,
): number {
  const quality = game.outs >= QUALITY_START_OUTS && game.earnedRuns <= QUALITY_START_MAX_EARNED_RUNS
  return (
    PITCHER_POINTS.strikeOut * game.strikeOuts +
    PITCHER_POINTS.earnedRun * game.earnedRuns +
    PITCHER_POINTS.out * game.outs +
    (quality ? PITCHER_POINTS.qualityStart : 0)
  )
}

/** The Dashboard's ten menu entries, in their order (N1). */
export const MLB_MENU = [
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

/** The categories that have a board: those of the menu, then the entries of its list 'More markets'. */
export const MLB_MARKETS = [
  ...MLB_MENU,
  'Singles',
  'Doubles',
  'Walks',
  'Hitter Strikeouts',
  'Stolen Bases',
  'Hits Allowed',
  'Walks Allowed',
  'Earned Runs Allowed',
  'Pitching Outs',
] as const
export type MlbMarket = (typeof MLB_MARKETS)[number]

/** Menu label of a category: 'Hits+Runs+RBIs' is shortened to 'H+R+RBI' (N1). */
export const marketLabel = (category: string): string =>
  category === 'Hits+Runs+RBIs' ? 'H+R+RBI' : category

/** The markets of the engine's track record by their short names: 'TB 1.5' is Total Bases over 1.5. */
export const RECORD_STATS: Readonly<Record<string, string>> = {
  H: 'Hits',
  TB: 'Total Bases',
  HR: 'Home Runs',
  R: 'Runs',
  RBI: 'RBIs',
  'H+R+RBI': 'Hits+Runs+RBIs',
}

interface CountedStat<Group, Counts> extends Stat<Group, Counts> {
  /** The counts that the market needs, derived from `formula`. */
  readonly needs: readonly (keyof Counts)[]
  /** Value of one game in which all counts are known. */
  readonly formula: (game: Complete<Counts>) => number
}

type MlbStat = CountedStat<'hitting', HittingCounts> | CountedStat<'pitching', PitchingCounts>
/** A market of any sport. */
export type StatType = MlbStat | BoxScoreStat

const NO_HITTING: Complete<HittingCounts> = {
  hits: 0,
  doubles: 0,
  triples: 0,
  homeRuns: 0,
  runs: 0,
  rbi: 0,
  baseOnBalls: 0,
  hitByPitch: 0,
  stolenBases: 0,
  strikeOuts: 0,
}
const NO_PITCHING: Complete<PitchingCounts> = {
  outs: 0,
  strikeOuts: 0,
  hits: 0,
  earnedRuns: 0,
  baseOnBalls: 0,
}

function define<Group, Counts extends object>(
  group: Group,
  none: Complete<Counts>,
  name: string,
  formula: (game: Complete<Counts>) => number,
  lineKind: LineKind,
): CountedStat<Group, Counts> {
  // A formula that uses a count has no number where that count is not a number.
  const needs = (Object.keys(none) as (keyof Counts)[]).filter((count) =>
    Number.isNaN(formula({ ...none, [count]: Number.NaN })),
  )
  const isComplete = (game: Counts): game is Counts & Complete<Counts> =>
    needs.every((count) => typeof game[count] === 'number')
  const value = (game: Counts) => (isComplete(game) ? formula(game) : null)
  return { name, group, lineKind, needs, formula, value }
}

const hitting = (
  name: string,
  formula: (game: Complete<HittingCounts>) => number,
  lineKind: LineKind = 'moving',
): MlbStat => define('hitting', NO_HITTING, name, formula, lineKind)
const pitching = (name: string, formula: (game: Complete<PitchingCounts>) => number): MlbStat =>
  define('pitching', NO_PITCHING, name, formula, 'moving')

const STAT_TYPES = new Map<string, StatType>(
  [
    hitting('Hits', (game) => game.hits, 'fixed'),
    hitting('Home Runs', (game) => game.homeRuns, 'fixed'),
    hitting('Total Bases', totalBases, 'fixed'),
    hitting('Runs', (game) => game.runs, 'fixed'),
    hitting('RBIs', (game) => game.rbi, 'fixed'),
    hitting('Hits+Runs+RBIs', (game) => game.hits + game.runs + game.rbi, 'fixed'),
    hitting('Hitter Fantasy Score', hitterFantasyScore),
    hitting('Singles', singles, 'fixed'),
    hitting('Doubles', (game) => game.doubles, 'fixed'),
    hitting('Walks', (game) => game.baseOnBalls, 'fixed'),
    hitting('Stolen Bases', (game) => game.stolenBases, 'fixed'),
    hitting('Hitter Strikeouts', (game) => game.strikeOuts, 'fixed'),
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

/** Adds the markets of another sport, which `findStatType` and `listStatNames` then know. */
export const addStatTypes = (stats: readonly BoxScoreStat[]): void => {
  for (const stat of stats) STAT_TYPES.set(stat.name, stat)
}

/** Removes the markets of a kind of game logs. */
export const removeStatTypes = (group: BoxScoreStat['group']): void => {
  for (const stat of [...STAT_TYPES.values()]) if (stat.group === group) STAT_TYPES.delete(stat.name)
}

/**
 * Finds a market by the book's name or one of its aliases.
 * @returns null for a market that cannot be computed from a game log; its lines are shown and never ranked
 */
export const findStatType = (name: string): StatType | null =>
  STAT_TYPES.get(ALIASES[name.trim()] ?? name.trim()) ?? null

/** Names of all markets of one kind of game log. */
export const listStatNames = (group: StatType['group']): readonly string[] =>
  [...STAT_TYPES.values()].filter((stat) => stat.group === group).map(({ name }) => name)

/** Whether a menu category is about pitchers. The book has few such lines, so their limit is small (N8). */
export const isPitcherMarket = (category: string): boolean => findStatType(category)?.group === 'pitching'
