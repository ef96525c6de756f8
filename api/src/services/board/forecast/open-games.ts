import type { Tonight } from '@propsight/shared/contracts'
import { isCalledOff, type StatsGame } from '../../../sources/stats/format/schedule.ts'
import { toThrowHand } from './engine-games.ts'

/** A game that has not begun, from the side of one club. */
export interface OpenGame {
  readonly gamePk: number
  /** League day. */
  readonly date: string
  readonly startsAt: string
  readonly home: boolean
  readonly opponentId: number
  readonly venueId: number | null
  /** Person ids of the announced starters. */
  readonly starterId: number | null
  readonly opposingStarterId: number | null
  /** The opposing starter with name and hand; null also when the schedule has only the id. */
  readonly opposingStarter: Tonight['starter']
  /** The club's announced batting order, first to ninth; empty before the announcement. */
  readonly lineup: readonly number[]
  /** The opposing club's, likewise. */
  readonly opposingLineup: readonly number[]
}

export type OpenGames = ReadonlyMap<number, readonly OpenGame[]>

const PRE_GAME = 'P'

/**
 * Whether the game has begun. The state is 'Live' from the warm-up on, about twenty minutes before the first
 * pitch; the coded state is still 'P' (pre-game) then.
 */
export const hasBegun = ({ status: { abstractGameState, codedGameState } }: StatsGame): boolean =>
  abstractGameState !== 'Preview' && !(abstractGameState === 'Live' && codedGameState === PRE_GAME)

type Probable = StatsGame['teams']['home']['probablePitcher']

const starterOf = (pitcher: Probable): Tonight['starter'] =>
  pitcher?.fullName
    ? { personId: pitcher.id, name: pitcher.fullName, throws: toThrowHand(pitcher.pitchHand?.code) }
    : null

function sideOf(game: StatsGame, day: string, home: boolean): { clubId: number; open: OpenGame } {
  const own = home ? game.teams.home : game.teams.away
  const other = home ? game.teams.away : game.teams.home
  const { homePlayers = [], awayPlayers = [] } = game.lineups ?? {}
  const [order, opposingOrder] = home ? [homePlayers, awayPlayers] : [awayPlayers, homePlayers]
  return {
    clubId: own.team.id,
    open: {
      gamePk: game.gamePk,
      date: game.officialDate ?? day,
      startsAt: game.gameDate,
      home,
      opponentId: other.team.id,
      venueId: game.venue?.id ?? null,
      starterId: own.probablePitcher?.id ?? null,
      opposingStarterId: other.probablePitcher?.id ?? null,
      opposingStarter: starterOf(other.probablePitcher),
      lineup: order.map(({ id }) => id),
      opposingLineup: opposingOrder.map(({ id }) => id),
    },
  }
}

/** Lists the games of a league day that have not begun, by club id, earliest first. */
export function openGames(day: string, games: readonly StatsGame[]): OpenGames {
  const sides = games
    .filter((game) => !isCalledOff(game) && !hasBegun(game))
    .sort((a, b) => a.gameDate.localeCompare(b.gameDate) || a.gameNumber - b.gameNumber)
    .flatMap((game) => [sideOf(game, day, true), sideOf(game, day, false)])
  const byClub = Map.groupBy(sides, ({ clubId }) => clubId)
  return new Map([...byClub].map(([club, clubSides]) => [club, clubSides.map(({ open }) => open)]))
}

/**
 * Chooses the game that a player's lines are on. Requests for game logs have no time of a line, so of a
 * doubleheader it is the next game that has not begun, and for an announced starter the game of the
 * announcement.
 * @param pitcherId null for batters
 */
export function chooseNextGame(games: readonly OpenGame[], pitcherId: number | null): OpenGame | undefined {
  if (pitcherId === null) return games[0]
  return games.find(({ starterId }) => starterId === pitcherId) ?? games[0]
}
