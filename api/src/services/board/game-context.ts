import type { Availability, StatGroup, Tonight } from '@propsight/shared/contracts'
import type { Deps } from '../../deps.ts'
import type { PersonLog } from '../../sources/stats/stats-client.ts'
import { gameFor, type OpenGames } from './forecast/open-games.ts'
import { readOpenGames } from './forecast/forecast-context.ts'
import { availabilityOf } from './availability/availability.ts'
import { movesAtHand } from './availability/prefetch-transactions.ts'
import { type ClubCodes, tonightOf } from './next-game.ts'

/** Context of a player's next game, as far as it is known. */
export interface Around {
  tonight?: Tonight
  availability?: Availability
}

interface Subject {
  readonly group: StatGroup
  readonly log: PersonLog
  readonly clubId: number | undefined
}

/**
 * Starts reading the game context of a board's players. Game logs do not wait for it: a part that has not
 * arrived when a log is sent is omitted.
 * @param clubIds clubs of the board's players
 * @param codes club codes as written in game logs, by club id
 * @returns a function from a game log to the context that is known at the time of the call
 */
export function startAround(
  deps: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  clubIds: ReadonlySet<number>,
  codes: ClubCodes,
): (subject: Subject) => Around {
  let games: OpenGames | undefined
  readOpenGames(deps, clubIds).then(
    (read) => {
      games = read
    },
    (error: unknown) => deps.log.warn({ err: error }, 'logs are answered without tonight’s games'),
  )
  const moves = movesAtHand(deps)
  const today = deps.clock.today()

  return ({ group, log, clubId }) => {
    const { id } = log.person
    const pitching = group === 'pitching'
    const game = gameFor(games?.get(clubId ?? -1) ?? [], pitching ? id : null)
    const tonight = game && clubId !== undefined ? tonightOf(game, { personId: id, clubId }, codes) : null
    const own = moves?.get(id)
    const lastGame = (pitching ? log.pitching : log.hitting).at(-1)?.date ?? null
    const availability = own ? availabilityOf(own, today, lastGame) : null
    return { ...(tonight ? { tonight } : {}), ...(availability ? { availability } : {}) }
  }
}
