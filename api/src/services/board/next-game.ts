import type { Tonight } from '@propsight/shared/contracts'
import { BASEBALL_CLUBS } from '@propsight/shared/domain/clubs'
import type { OpenGame } from './forecast/open-games.ts'

/** Club codes as written in game logs, by club id. */
export type ClubCodes = ReadonlyMap<number, string>

const WEATHER_CODES: ClubCodes = new Map(
  BASEBALL_CLUBS.flatMap(({ mlbId, code }) => (mlbId === null ? [] : [[mlbId, code] as const])),
)

interface Subject {
  readonly personId: number
  readonly clubId: number
}

/**
 * Describes a player's next game from the schedule. The opponent has the code of the game logs, the home team
 * the code that weather requests use. A starting pitcher has no slot, because announced line-ups omit
 * pitchers.
 * @returns null when a club is unknown
 */
export function tonightOf(game: OpenGame, { personId, clubId }: Subject, codes: ClubCodes): Tonight | null {
  const opponent = codes.get(game.opponentId)
  const homeId = game.home ? clubId : game.opponentId
  const homeTeam = WEATHER_CODES.get(homeId) ?? codes.get(homeId)
  if (!opponent || !homeTeam) return null
  const announced = game.lineup.length > 0
  const place = game.lineup.indexOf(personId)
  const inOrder = place >= 0 && place < 9
  return {
    gamePk: game.gamePk,
    date: game.date,
    startsAt: game.startsAt,
    opponent,
    homeAway: game.home ? 'HOME' : 'AWAY',
    homeTeam,
    lineup: { announced, slot: inOrder ? place + 1 : null },
    starter: game.opposingStarter,
  }
}
