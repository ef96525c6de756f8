import type { HittingGame } from '@propsight/shared/contracts'
import {
  average,
  canonicalClubCode,
  findStatType,
  lacksMarket,
  type RatedGame,
  type RatedLog,
  ratedGames,
  TREND_SHORT_GAMES,
  type Trend,
  trend,
} from '@propsight/shared/domain'
import type { PlayerDetailProps } from '../detail-props.ts'

/** Demo bars for a player without data (N12). Excluded from all statistics. */
const DEMO_VALUES = [0, 1, 1, 0, 2, 0, 1, 1, 0, 1] as const
/** Average shown for the demo bars (N12). */
export const DEMO_AVERAGE = 0.7

/** Demo games that show the chart of a player without games. */
export const demoGames = (): RatedGame[] =>
  DEMO_VALUES.map((value) => ({ place: { date: '', opponent: '', homeAway: 'HOME' }, hand: null, value }))

export type Hand = 'L' | 'R'
/** Options for the number of games in the chart. */
export const WINDOWS = [5, 10, 15, 25, 'season'] as const
export type GameWindow = (typeof WINDOWS)[number]
/** Filter of the games: at home, away, against the next opponent, or against its starter's hand. */
export type Where = 'all' | 'home' | 'away' | 'opponent' | 'hand'

/** The next opponent and the hand of its starter; null if unknown. */
export interface NextOpponent {
  opponent: string | null
  hand: Hand | null
}

/**
 * The player's games that count for a market, oldest first, with the hand of the opposing starter if known.
 */
export function gamesForMarket(
  record: PlayerDetailProps['record'],
  stat: string,
  starterHands: Readonly<Record<string, Hand>>,
): RatedGame[] {
  const type = findStatType(stat)
  if (!type) return []
  const withStarterHand = (game: HittingGame) => ({
    ...game,
    starterHand: starterHands[String(game.gamePk)] ?? null,
  })
  const log: RatedLog =
    record.group === 'hitting' ? { group: 'hitting', games: record.games.map(withStarterHand) } : record
  return ratedGames(type, log)
}

/** Whether a market cannot be computed from the player's games because the source lacks its counts. */
export function lacksStat(record: PlayerDetailProps['record'], stat: string): boolean {
  const type = findStatType(stat)
  return type !== null && lacksMarket(type, record)
}

/** Per filter: whether a game matches. */
const MATCHES: Record<Where, (game: RatedGame, against: NextOpponent) => boolean> = {
  all: () => true,
  home: ({ place }) => place.homeAway === 'HOME',
  away: ({ place }) => place.homeAway === 'AWAY',
  opponent: ({ place }, { opponent }) =>
    opponent !== null && canonicalClubCode(place.opponent) === canonicalClubCode(opponent),
  hand: ({ hand }, against) => against.hand !== null && hand === against.hand,
}

/** The games that match a filter. */
export const filterGames = (games: readonly RatedGame[], where: Where, against: NextOpponent): RatedGame[] =>
  games.filter((game) => MATCHES[where](game, against))

/** The newest games of a list that is ordered oldest first. */
export const newestGames = <T>(games: readonly T[], window: GameWindow): T[] =>
  window === 'season' ? [...games] : games.slice(-window)

export interface Form {
  /** Mean of the newest five; null without games. */
  last5: number | null
  trend: Trend | null
}

/** Recent form (N12): mean of the last five games, and their trend against the last ten. */
export const formOf = (values: readonly number[]): Form => ({
  last5: average(values.slice(-TREND_SHORT_GAMES)),
  trend: trend(values),
})
