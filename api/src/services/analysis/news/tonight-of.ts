import type { Tonight } from '@propsight/shared/contracts'
import { BASEBALL_CLUBS } from '@propsight/shared/domain/clubs'
import type { OpenGame } from '../../board/forecast/open-games.ts'

/** How clubs are written in logs, by id. */
export type ClubCodes = ReadonlyMap<number, string>

const WEATHER_CODES: ClubCodes = new Map(
  BASEBALL_CLUBS.flatMap(({ mlbId, code }) => (mlbId === null ? [] : [[mlbId, code] as const])),
)

interface Subject {
  readonly personId: number
  readonly clubId: number
}

/**
 * A player's next game as its schedule tells it: the opponent is written as in his log, the park's club as the weather
 * is asked by. Who starts on
 * the mound has no place in an order that leaves pitchers out.
 * @returns null where a club is not known
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
