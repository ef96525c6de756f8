import type { FetchLinesResponse, FetchLinesQuery, Line } from '@propsight/shared/contracts'
import { easternDate, MLB_MARKETS, findStatType } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import { badRequest } from '../../platform/errors.ts'
import type { BookLine } from '../../sources/lines/lines-client.ts'
import { isCalledOff, type StatsGame } from '../../sources/stats/format/schedule.ts'
import { gameOf, gamesByClub } from './line-game.ts'
import { shareOut } from './distribute-lines.ts'

/** Accepted values of `state`. The book answers by state; other values would only fill the cache. */
const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK ' +
    'OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
  ).split(' '),
)
/** Maximum number of days whose schedules are read for one board. The book opens a day or two ahead. */
const MOST_DAYS = 3

const ALL = 'All Stat Lines'
const canonicalStat = (name: string): string => findStatType(name)?.name ?? name
const MENU_STATS = new Set(MLB_MARKETS.filter((category) => category !== ALL).map(canonicalStat))

const wants =
  (category: FetchLinesQuery['category']) =>
  ({ statType }: BookLine): boolean =>
    category === ALL
      ? MENU_STATS.has(canonicalStat(statType))
      : canonicalStat(statType) === canonicalStat(category)

const dayOf = (line: BookLine): string | null => (line.gameTime ? easternDate(new Date(line.gameTime)) : null)

async function schedulesOf(deps: Pick<Deps, 'upstream' | 'log'>, lines: readonly BookLine[]) {
  const days = [...new Set(lines.map(dayOf))].filter((day) => day !== null).sort()
  const schedules = await Promise.allSettled(
    days.slice(0, MOST_DAYS).map(async (day) => (await deps.upstream.stats.schedule(day)).value),
  )
  const lost = schedules.filter(({ status }) => status === 'rejected').length
  if (lost) deps.log.warn({ lost }, 'lines are answered without their schedule')
  return schedules.flatMap((schedule): StatsGame[] => (schedule.status === 'fulfilled' ? schedule.value : []))
}

/**
 * Reads the book's lines of one market with opponent and game, in the book's order (N8). Omits games that
 * have begun by the league clock and games that were called off. When the schedule cannot be read, lines may
 * lack their opponent and home or away. Above the limit, `shareOut` distributes the lines over games, markets
 * and players.
 * @param most maximum number of lines in the answer
 * @throws HttpError 400 for an unknown state, UpstreamError 503 naming the book
 */
export async function fetchLines(
  deps: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  query: FetchLinesQuery,
  most: number,
): Promise<FetchLinesResponse> {
  const state = query.state?.toUpperCase()
  if (state !== undefined && !STATES.has(state)) throw badRequest('state: not a US state')
  // Most lines are for today, so today's schedule is prefetched while the lines are read.
  deps.upstream.stats.schedule(deps.clock.today()).catch(() => undefined)
  const board = await deps.upstream.lines.board(state)
  const now = deps.clock.now().toISOString()
  const hasBegun = (line: BookLine) => line.inPlay || (line.gameTime !== null && line.gameTime <= now)
  const wanted = board.value.lines
    .filter(wants(query.category))
    .filter((line) => query.oddsType === 'All' || line.oddsType === query.oddsType)
    .filter((line) => !hasBegun(line) || (query.live === 'true' && line.inPlay))

  const games = gamesByClub(await schedulesOf(deps, wanted))
  const gameIds = query.gameIds ? new Set(query.gameIds.split(',')) : null
  const lines = wanted.flatMap(({ description, inPlay, ...line }): Line[] => {
    const { game, opponent, homeAway } = gameOf({ ...line, description }, games)
    if (game && isCalledOff(game)) return []
    const ids = [line.gameId, game && String(game.gamePk)]
    if (gameIds && !ids.some((id) => id && gameIds.has(id))) return []
    // The book has a time even when the league has not set one.
    const gameTime = game?.status.startTimeTBD ? null : line.gameTime
    // Without a time the game is not certain.
    const gamePk = gameTime === null ? null : (game?.gamePk ?? null)
    return [{ ...line, opponent, homeAway, gameTime, gamePk }]
  })
  return {
    players: shareOut(lines, Math.min(query.limit ?? most, most)),
    total: lines.length,
    readAt: board.readAt,
    stale: board.stale,
    skipped: board.value.skipped,
  }
}
