import type { FetchLinesAnswer, FetchLinesQuery, Line } from '@propsight/shared/contracts'
import { easternDate, MLB_CATEGORIES, statTypeOf } from '@propsight/shared/domain'
import type { Deps } from '../../deps.ts'
import { badRequest } from '../../platform/errors.ts'
import type { BookLine } from '../../sources/lines/lines-client.ts'
import { isCalledOff, type StatsGame } from '../../sources/stats/format/schedule.ts'
import { gameOf, gamesByClub } from './line-game.ts'
import { shareOut } from './share-out.ts'

/** The book answers by state; any other text would only fill the cache. */
const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK ' +
    'OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
  ).split(' '),
)
/** Days whose schedules are read for one board: the book opens a day or two ahead. */
const MOST_DAYS = 3

const ALL = 'All Stat Lines'
const canonicalStat = (name: string): string => statTypeOf(name)?.name ?? name
const MENU_STATS = new Set(MLB_CATEGORIES.filter((category) => category !== ALL).map(canonicalStat))

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
 * The book's lines of one category with opponent and game beside them, in the book's own order; where there are more than
 * the caller may see, each game and stat gets its share. Games that have begun
 * by the league's clock, and games that were called off, are left out; without the schedule lines lack their side.
 * @param most lines that the caller may see
 * @throws HttpError 400 for a state that is none, UpstreamError 503 naming the book
 */
export async function fetchLines(
  deps: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  query: FetchLinesQuery,
  most: number,
): Promise<FetchLinesAnswer> {
  const state = query.state?.toUpperCase()
  if (state !== undefined && !STATES.has(state)) throw badRequest('state: not a US state')
  // Most lines are today's: their schedule is read while the book is.
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
    // The book prints a time even where the league has not set one.
    const gameTime = game?.status.startTimeTBD ? null : line.gameTime
    // Without a time the game is a guess among those of its days.
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
