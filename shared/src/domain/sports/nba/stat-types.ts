import type { BoxScoreStat } from '../stat-type.ts'

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

/** A market: the weight of each component in its value, in parts of `unit`. */
export interface NbaMarket {
  readonly stat: string
  readonly weights: Readonly<Partial<Record<Component, number>>>
  /** Parts of one: 10 for a score in tenths. */
  readonly parts: number
  readonly value: (counts: BoxCounts) => number | null
}

const POINTS = { twos: 2, threes: 3, freeThrows: 1 } as const

/** Points per event of a fantasy score, in tenths. */
const FANTASY_TENTHS = {
  twos: 20,
  threes: 30,
  freeThrows: 10,
  rebounds: 12,
  assists: 15,
  steals: 30,
  blocks: 30,
  turnovers: -10,
} as const

const TENTHS = 10

const market = (stat: string, weights: NbaMarket['weights'], value: NbaMarket['value']): NbaMarket => ({
  stat,
  weights,
  parts: 1,
  value,
})

/**
 * The markets of a player. A fantasy score is rounded to the nearest whole number, which leaves the odds of its half
 * lines unchanged.
 */
export const NBA_MARKETS: readonly NbaMarket[] = [
  market('Points', POINTS, ({ points }) => points),
  market('Rebounds', { rebounds: 1 }, ({ rebounds }) => rebounds),
  market('Assists', { assists: 1 }, ({ assists }) => assists),
  market('3-PT Made', { threes: 1 }, ({ threesMade }) => threesMade),
  market(
    'Pts+Rebs+Asts',
    { ...POINTS, rebounds: 1, assists: 1 },
    (game) => game.points + game.rebounds + game.assists,
  ),
  market('Pts+Rebs', { ...POINTS, rebounds: 1 }, ({ points, rebounds }) => points + rebounds),
  market('Pts+Asts', { ...POINTS, assists: 1 }, ({ points, assists }) => points + assists),
  market('Rebs+Asts', { rebounds: 1, assists: 1 }, ({ rebounds, assists }) => rebounds + assists),
  market('Steals', { steals: 1 }, ({ steals }) => steals),
  market('Blocked Shots', { blocks: 1 }, ({ blocks }) => blocks),
  market('Blks+Stls', { blocks: 1, steals: 1 }, ({ blocks, steals }) => blocks + steals),
  market('Turnovers', { turnovers: 1 }, ({ turnovers }) => turnovers),
  {
    stat: 'Fantasy Score',
    weights: FANTASY_TENTHS,
    parts: TENTHS,
    value: (game) =>
      Math.round(
        (TENTHS * game.points +
          FANTASY_TENTHS.rebounds * game.rebounds +
          FANTASY_TENTHS.assists * game.assists +
          FANTASY_TENTHS.steals * game.steals +
          FANTASY_TENTHS.blocks * game.blocks +
          FANTASY_TENTHS.turnovers * game.turnovers) /
          TENTHS,
      ),
  },
]

const BY_STAT = new Map(NBA_MARKETS.map((each) => [each.stat, each]))

/** A market by its name; undefined for an unknown one. */
export const findNbaMarket = (stat: string): NbaMarket | undefined => BY_STAT.get(stat)

/** The markets for logs of games, whose counts are those of the box score. */
export const NBA_STAT_TYPES: readonly BoxScoreStat[] = NBA_MARKETS.map(({ stat, value }) => ({
  name: stat,
  group: 'basketball',
  lineKind: 'moving',
  value: ({ counts }) => value(counts as unknown as BoxCounts),
}))
