import type { Availability, StatGroup, Tonight } from '@propsight/shared/contracts'
import { findParkFactors } from '@propsight/shared/domain'
import { BASEBALL_CLUBS } from '@propsight/shared/domain/clubs'
import type { PersonLog } from '../../sources/stats/stats-client.ts'
import { prefetchedTransactions, type TransactionPorts } from './availability/read-transactions.ts'
import { deriveAvailability } from './availability/roster-transactions.ts'
import { type ForecastPorts, readOpenGames } from './forecast/forecast-context.ts'
import { gamesOfPlayer, isCertainGame, type OpenGame, type OpenGames } from './forecast/open-games.ts'

/** Club codes as written in game logs, by club id. */
export type ClubCodes = ReadonlyMap<number, string>

const WEATHER_CODES: ClubCodes = new Map(
  BASEBALL_CLUBS.flatMap(({ mlbId, code }) => (mlbId === null ? [] : [[mlbId, code] as const])),
)

interface ClubPlayer {
  readonly personId: number
  readonly clubId: number
  /** False if lines of the player may be on another game of the day. */
  readonly isCertain?: boolean
}

/**
 * Describes a player's next game from the schedule. The opponent has the code of the game logs, the home team
 * the code that weather requests use. A starting pitcher has no slot, because announced line-ups omit
 * pitchers.
 * @returns null when a club is unknown
 */
export function presentNextGame(
  game: OpenGame,
  { personId, clubId, isCertain = true }: ClubPlayer,
  codes: ClubCodes,
): Tonight | null {
  const opponent = codes.get(game.opponentId)
  const homeId = game.home ? clubId : game.opponentId
  const homeTeam = WEATHER_CODES.get(homeId) ?? codes.get(homeId)
  if (!opponent || !homeTeam) return null
  const announced = game.lineup.length > 0
  const lineupIndex = game.lineup.indexOf(personId)
  const inOrder = lineupIndex >= 0 && lineupIndex < 9
  const park = game.venueId === null ? null : findParkFactors(game.venueId, game.date)
  return {
    gamePk: game.gamePk,
    date: game.date,
    startsAt: game.startsAt,
    ...(game.isStartUnset && { startTimeTbd: true }),
    ...(!isCertain && { certain: false }),
    opponent,
    homeAway: game.home ? 'HOME' : 'AWAY',
    homeTeam,
    ...(game.isNeutral && { neutralSite: true }),
    ...(park && { homeRunFactor: park.homeRun }),
    lineup: { announced, slot: inOrder ? lineupIndex + 1 : null },
    starter: game.opposingStarter,
  }
}

/** Context of a player's next game and of the other open games of the day, as far as it is known. */
export interface GameContext {
  tonight?: Tonight
  others?: readonly Tonight[]
  availability?: Availability
}

interface ContextSubject {
  readonly group: StatGroup
  readonly log: PersonLog
  readonly clubId: number | undefined
}

/**
 * Starts reading the game context of a board's players. Game logs do not wait for it: a part that has not
 * arrived when a log is sent is omitted.
 * @param clubIds clubs of the board's players
 * @param codes club codes as written in game logs, by club id
 * @returns a function from a game log to the context that is available at the time of the call
 */
export function startGameContext(
  deps: ForecastPorts & TransactionPorts,
  clubIds: ReadonlySet<number>,
  codes: ClubCodes,
): (subject: ContextSubject) => GameContext {
  let games: OpenGames | undefined
  readOpenGames(deps, clubIds).then(
    (read) => {
      games = read
    },
    (error: unknown) => deps.log.warn({ err: error }, 'game logs are sent without the next games'),
  )
  const transactions = prefetchedTransactions(deps)
  const today = deps.clock.today()

  return ({ group, log, clubId }) => {
    const { id } = log.person
    const pitching = group === 'pitching'
    const pitcherId = pitching ? id : null
    const present = (game: OpenGame) =>
      clubId === undefined
        ? null
        : presentNextGame(game, { personId: id, clubId, isCertain: isCertainGame(game, pitcherId) }, codes)
    const [tonight, ...later] = gamesOfPlayer(games?.get(clubId ?? -1) ?? [], pitcherId).map(present)
    const others = later.filter((game) => game !== null)
    const playerTransactions = transactions?.get(id)
    const lastGame = (pitching ? log.pitching : log.hitting).at(-1)?.date ?? null
    const availability = playerTransactions ? deriveAvailability(playerTransactions, today, lastGame) : null
    return {
      ...(tonight ? { tonight } : {}),
      ...(others.length > 0 ? { others } : {}),
      ...(availability ? { availability } : {}),
    }
  }
}
