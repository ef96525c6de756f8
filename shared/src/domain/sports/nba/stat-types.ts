import { type BoxScoreStat, weightedSum } from '../stat-type.ts'

/** The counts of which every market consists. Shots and free throws are made ones, twos are field goals inside the arc. */
export const COMPONENTS = [
  'twos',
  'threes',
  'freeThrows',
  'rebounds',
  'assists',
  'steals',
  'blocks',
  'turnovers',
] as const
export type Component = (typeof COMPONENTS)[number]

/** A value for every component. */
export type PerComponent<Value> = Readonly<Record<Component, Value>>

/** Computes a value for every component. */
export const perComponent = <Value>(compute: (component: Component) => Value): Record<Component, Value> =>
  Object.fromEntries(COMPONENTS.map((component) => [component, compute(component)])) as Record<
    Component,
    Value
  >

/** Shots and free throws are forecast as attempts per minute and the share made of them. */
export const SHOTS = ['twos', 'threes', 'freeThrows'] as const
export type Shot = (typeof SHOTS)[number]

export const isShot = (component: Component): component is Shot =>
  (SHOTS as readonly string[]).includes(component)

/** Counts of one game that the box score names; null where the source has none. */
export interface BoxCounts {
  readonly points: number
  readonly rebounds: number
  readonly assists: number
  readonly steals: number
  readonly blocks: number
  readonly turnovers: number
  readonly twosMade: number | null
  readonly twosAttempted: number | null
  readonly threesMade: number | null
  readonly threesAttempted: number | null
  readonly freeThrowsMade: number | null
  readonly freeThrowsAttempted: number | null
  readonly offensiveRebounds: number | null
}

/** A player's line of a box score. */
export interface BoxLine {
  readonly playerId: string
  readonly club: string
  /** As the league lists it, such as 'G' or 'F-C'; empty where unknown. */
  readonly position: string
  readonly minutes: number
  readonly counts: BoxCounts
}

/** A finished game. */
export interface BoxGame {
  readonly id: string
  readonly date: string
  /** Year in which the season began. */
  readonly season: number
  readonly playoffs: boolean
  readonly home: string
  readonly away: string
  readonly homeScore: number
  readonly awayScore: number
  readonly lines: readonly BoxLine[]
}

/** The counts of a game by component; null where the source has none. */
export const componentCounts = (counts: BoxCounts): PerComponent<number | null> => ({
  twos: counts.twosMade,
  threes: counts.threesMade,
  freeThrows: counts.freeThrowsMade,
  rebounds: counts.rebounds,
  assists: counts.assists,
  steals: counts.steals,
  blocks: counts.blocks,
  turnovers: counts.turnovers,
})

/** Counts of which the value of a market consists, with their weights, in parts of one: 10 for a score in tenths. */
interface CountWeights {
  readonly stat: string
  readonly counts: Readonly<Partial<Record<keyof BoxCounts, number>>>
  readonly parts: number
}

const market = (stat: string, counts: CountWeights['counts'], parts = 1): CountWeights => ({
  stat,
  counts,
  parts,
})

/** The markets of a player. */
export const NBA_SUMS: readonly CountWeights[] = [
  market('Points', { points: 1 }),
  market('Rebounds', { rebounds: 1 }),
  market('Assists', { assists: 1 }),
  market('3-PT Made', { threesMade: 1 }),
  market('Pts+Rebs+Asts', { points: 1, rebounds: 1, assists: 1 }),
  market('Pts+Rebs', { points: 1, rebounds: 1 }),
  market('Pts+Asts', { points: 1, assists: 1 }),
  market('Rebs+Asts', { rebounds: 1, assists: 1 }),
  market('Steals', { steals: 1 }),
  market('Blocked Shots', { blocks: 1 }),
  market('Blks+Stls', { blocks: 1, steals: 1 }),
  market('Turnovers', { turnovers: 1 }),
  market(
    'Fantasy Score',
    { points: 10, rebounds: 12, assists: 15, steals: 30, blocks: 30, turnovers: -10 },
    10,
  ),
]

/** Most days of rest: none on the second of two evenings in a row. */
const REST = [
  ['No rest', 0],
  ['One day', 1],
  ['Two or more', Number.POSITIVE_INFINITY],
] as const

/** The markets for logs of games, whose counts are those of the box score. */
export const NBA_STAT_TYPES: readonly BoxScoreStat[] = NBA_SUMS.map(({ stat, counts, parts }) => ({
  name: stat,
  group: 'basketball',
  lineKind: 'moving',
  rest: REST,
  value: (game) => weightedSum(game, counts, parts),
}))
