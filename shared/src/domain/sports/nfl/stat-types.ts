import { type BoxScoreStat, type LineKind, weightedSum } from '../stat-type.ts'

/** What a player gets in a game: passes to throw, carries and passes thrown to him. */
export const CHANCES = ['passAttempts', 'carries', 'targets'] as const
export type Chance = (typeof CHANCES)[number]

/** What comes of each of something else: completions of pass attempts, yards of completions. */
export const SHARES = {
  completions: 'passAttempts',
  passTouchdowns: 'passAttempts',
  interceptions: 'passAttempts',
  rushTouchdowns: 'carries',
  receptions: 'targets',
  receivingTouchdowns: 'targets',
  passYards: 'completions',
  rushYards: 'carries',
  receivingYards: 'receptions',
} as const satisfies Readonly<Record<string, Chance | 'completions' | 'receptions'>>
export type Share = keyof typeof SHARES
export type Part = Chance | Share

/** A market: a sum of counts, or of yards. */
interface Sum {
  readonly stat: string
  readonly parts: readonly Part[]
  readonly lineKind: LineKind
}

const sum = (stat: string, parts: readonly Part[], lineKind: LineKind = 'moving'): Sum => ({
  stat,
  parts,
  lineKind,
})

/** The markets of a player, by their names at the book. */
export const NFL_SUMS: readonly Sum[] = [
  sum('Pass Yards', ['passYards']),
  sum('Pass Attempts', ['passAttempts']),
  sum('Pass Completions', ['completions']),
  sum('Pass TDs', ['passTouchdowns'], 'fixed'),
  sum('INT', ['interceptions'], 'fixed'),
  sum('Rush Yards', ['rushYards']),
  sum('Rush Attempts', ['carries']),
  sum('Receiving Yards', ['receivingYards']),
  sum('Receptions', ['receptions']),
  sum('Rec Targets', ['targets']),
  sum('Pass+Rush Yds', ['passYards', 'rushYards']),
  sum('Rush+Rec Yds', ['rushYards', 'receivingYards']),
  sum('Rush+Rec TDs', ['rushTouchdowns', 'receivingTouchdowns'], 'fixed'),
]

/** Most days of rest of a short week, such as between a Sunday and a Thursday, and of a usual one. */
const REST = [
  ['Short week', 4],
  ['Usual week', 8],
  ['Long week', Number.POSITIVE_INFINITY],
] as const

/** The markets for logs of games, whose counts are those of the box score. */
export const NFL_STAT_TYPES: readonly BoxScoreStat[] = NFL_SUMS.map(({ stat, parts, lineKind }) => {
  const weights = Object.fromEntries(parts.map((part) => [part, 1]))
  return {
    name: stat,
    group: 'football',
    lineKind,
    rest: REST,
    value: (game) => weightedSum(game, weights),
  }
})
