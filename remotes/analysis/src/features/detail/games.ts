import type { HittingGame } from '@propsight/shared/contracts'
import {
  average,
  canonicalTeamCode,
  type RatedGame,
  type RatedLog,
  ratedGames,
  statTypeOf,
  TREND_SHORT_GAMES,
  type Trend,
  trend,
} from '@propsight/shared/domain'
import type { PlayerDetailProps } from './detail-props.ts'

export type Hand = 'L' | 'R'
/** How many games the chart looks back. */
export const WINDOWS = [5, 10, 15, 25, 'season'] as const
export type GameWindow = (typeof WINDOWS)[number]
/** Which games are alike: at home, away, against tonight's opponent, against its starter's hand. */
export type Where = 'all' | 'home' | 'away' | 'opponent' | 'hand'

/** Tonight's other side, as far as it is known. */
export interface Against {
  opponent: string | null
  hand: Hand | null
}

/** A player's games that say something about a stat, oldest first, with the hand of the starter where it is known. */
export function gamesOf(
  record: PlayerDetailProps['record'],
  stat: string,
  starterHands: Readonly<Record<string, Hand>>,
): RatedGame[] {
  const type = statTypeOf(stat)
  if (!type) return []
  const handed = (game: HittingGame) => ({ ...game, starterHand: starterHands[String(game.gamePk)] ?? null })
  const log: RatedLog =
    record.group === 'hitting'
      ? { group: 'hitting', games: record.games.map(handed) }
      : { group: 'pitching', games: record.games }
  return ratedGames(type, log)
}

/** Whether a game is one of those looked at. */
const IS: Record<Where, (game: RatedGame, against: Against) => boolean> = {
  all: () => true,
  home: ({ place }) => place.homeAway === 'HOME',
  away: ({ place }) => place.homeAway === 'AWAY',
  opponent: ({ place }, { opponent }) =>
    opponent !== null && canonicalTeamCode(place.opponent) === canonicalTeamCode(opponent),
  hand: ({ hand }, against) => against.hand !== null && hand === against.hand,
}

/** Games that have a thing in common with tonight's: place, opponent, or the starter's hand. */
export const alike = (games: readonly RatedGame[], where: Where, against: Against): RatedGame[] =>
  games.filter((game) => IS[where](game, against))

/** The newest of games that stand oldest first. */
export const lastOf = <T>(games: readonly T[], window: GameWindow): T[] =>
  window === 'season' ? [...games] : games.slice(-window)

export interface Streak {
  games: number
  side: 'over' | 'under'
}

/** How many of the newest games in a row fell on one side. A push neither adds nor ends; null without a decided game. */
export function streakOf(values: readonly number[], line: number): Streak | null {
  const decided = values.filter((value) => value !== line)
  const last = decided.at(-1)
  if (last === undefined) return null
  const over = last > line
  const before = decided.findLastIndex((value) => value > line !== over)
  return { games: decided.length - 1 - before, side: over ? 'over' : 'under' }
}

export interface Form {
  /** Mean of the newest five; null without games. */
  last5: number | null
  trend: Trend | null
}

/** How the newest games compare (specification 1 §9): the last five, and them against the last ten. */
export const formOf = (values: readonly number[]): Form => ({
  last5: average(values.slice(-TREND_SHORT_GAMES)),
  trend: trend(values),
})
