import type { Tonight } from '@propsight/shared/contracts'
import { dayAfter } from '../../../sources/stats/finished-games.ts'
import { isCalledOff, isNeutralSite, type StatsGame } from '../../../sources/stats/format/schedule.ts'
import { compareStarts, hasBegun, isResumption, isStartUnset } from '../../games/find-game.ts'
import { toThrowHand } from './engine-records.ts'

/** A game that has not begun, from the side of one club. */
export interface OpenGame {
  readonly gamePk: number
  /** League day. */
  readonly date: string
  /** First pitch, ISO 8601; the end of the league day while the start is not set. */
  readonly startsAt: string
  readonly isStartUnset: boolean
  readonly home: boolean
  readonly opponentId: number
  readonly venueId: number | null
  /** See `isNeutralSite`. */
  readonly isNeutral?: boolean
  /** Person ids of the announced starters. */
  readonly starterId: number | null
  /** The club's announced starters in its other open games of the day; null where none is announced. */
  readonly otherStarterIds: readonly (number | null)[]
  readonly opposingStarterId: number | null
  /** The opposing starter with name and hand; null also when the schedule has only the id. */
  readonly opposingStarter: Tonight['starter']
  /** The club's announced batting order, first to ninth; empty before the announcement. */
  readonly lineup: readonly number[]
  /** The opposing club's, likewise. */
  readonly opposingLineup: readonly number[]
}

export type OpenGames = ReadonlyMap<number, readonly OpenGame[]>

type Probable = StatsGame['teams']['home']['probablePitcher']

const starterOf = (pitcher: Probable): Tonight['starter'] =>
  pitcher?.fullName
    ? { personId: pitcher.id, name: pitcher.fullName, throws: toThrowHand(pitcher.pitchHand?.code) }
    : null

/** 5:00 UTC of the next day: midnight or 1 AM in US Eastern time. */
const endOfDay = (day: string): string => `${dayAfter(day)}T05:00:00Z`

function sideOf(
  game: StatsGame,
  day: string,
  home: boolean,
): { clubId: number; open: Omit<OpenGame, 'otherStarterIds'> } {
  const date = game.officialDate ?? day
  const startUnset = isStartUnset(game)
  const own = home ? game.teams.home : game.teams.away
  const other = home ? game.teams.away : game.teams.home
  const { homePlayers = [], awayPlayers = [] } = game.lineups ?? {}
  const [order, opposingOrder] = home ? [homePlayers, awayPlayers] : [awayPlayers, homePlayers]
  return {
    clubId: own.team.id,
    open: {
      gamePk: game.gamePk,
      date,
      startsAt: startUnset ? endOfDay(date) : game.gameDate,
      isStartUnset: startUnset,
      home,
      opponentId: other.team.id,
      venueId: game.venue?.id ?? null,
      isNeutral: isNeutralSite(game),
      starterId: own.probablePitcher?.id ?? null,
      opposingStarterId: other.probablePitcher?.id ?? null,
      opposingStarter: starterOf(other.probablePitcher),
      lineup: order.map(({ id }) => id),
      opposingLineup: opposingOrder.map(({ id }) => id),
    },
  }
}

/** Lists the games of a league day that have not begun, by club id, in the order of play. */
export function openGames(day: string, games: readonly StatsGame[]): OpenGames {
  const sides = games
    .filter((game) => !isCalledOff(game) && !hasBegun(game) && !isResumption(game))
    .sort(compareStarts)
    .flatMap((game) => [sideOf(game, day, true), sideOf(game, day, false)])
  const byClub = Map.groupBy(sides, ({ clubId }) => clubId)
  const withOthers = ({ open }: (typeof sides)[number], of: typeof sides): OpenGame => ({
    ...open,
    otherStarterIds: of.filter((other) => other.open !== open).map((other) => other.open.starterId),
  })
  return new Map([...byClub].map(([club, ofClub]) => [club, ofClub.map((side) => withOthers(side, ofClub))]))
}

/**
 * Lists the games that a player's lines can be on, the next one first: all that have not begun, and for an announced
 * starter those of the announcement.
 * @param games of the player's club, in the order of play
 * @param pitcherId null for batters
 */
export function gamesOfPlayer(games: readonly OpenGame[], pitcherId: number | null): readonly OpenGame[] {
  const announced = games.filter(({ starterId }) => pitcherId !== null && starterId === pitcherId)
  return announced.length > 0 ? announced : games
}

/**
 * Chooses one of a player's games, see `gamesOfPlayer`.
 * @param gamePk the game of the line; undefined if it is not known, which gives the next game
 */
export const chooseGame = (
  games: readonly OpenGame[],
  pitcherId: number | null,
  gamePk?: number,
): OpenGame | undefined =>
  gamesOfPlayer(games, pitcherId).find((game) => gamePk === undefined || game.gamePk === gamePk)

/**
 * Whether lines without a game of their own are on this one: the club has no other open game that day, or the pitcher
 * is announced for this one only.
 * @param pitcherId null for batters
 */
export const isCertainGame = ({ starterId, otherStarterIds }: OpenGame, pitcherId: number | null): boolean =>
  otherStarterIds.length === 0 ||
  (pitcherId !== null && starterId === pitcherId && !otherStarterIds.includes(pitcherId))
