import {
  type FetchLinesQuery,
  type FetchLinesResponse,
  type Line,
  PITCHER_PAGE_CATEGORIES,
} from '@propsight/shared/contracts'
import {
  canonicalClubCode,
  canonicalStat,
  isPitcherMarket,
  menuOf,
  quickLinesLimit,
  type SportCode,
  sportOfMarket,
} from '@propsight/shared/domain'
import { runInSlices, runSlice } from '../../platform/concurrency/event-loop.ts'
import { badRequest, unauthorized } from '../../platform/errors.ts'
import type { SignedInUser } from '../../platform/token-verifier.ts'
import type { Run } from '../../repositories/runs.ts'
import type { BoxScoreLeague } from '../../sources/box-score-league.ts'
import type { BookLine, LinesClient } from '../../sources/lines/lines-client.ts'
import type { StatsGame } from '../../sources/stats/format/schedule.ts'
import type { LeaguePorts } from '../../sources/stats/stats-client.ts'
import { type RunPorts, requireRun } from '../accounts/runs.ts'
import { type ClubGame, daysAround, type FoundGame, findClubGame, gamesByClub } from '../games/find-game.ts'
import { distributeLines, pitcherLinesOfDay } from './distribute-lines.ts'
import { standardLines } from './standard-lines.ts'

/** The pitchers page requests 50 lines (H5). */
const PITCHERS_PAGE_LINES = 50

const PAGE_STATS = new Set(PITCHER_PAGE_CATEGORIES.map(canonicalStat))

interface AllowedLines {
  /** The run that is charged for the lines; null for the two markets of the pitchers page. */
  readonly run: Run | null
  /** Maximum number of lines of the answer. */
  readonly most: number
}

/**
 * Determines which lines a request may get (N8). The two markets of the pitchers page need no sign-in, and
 * give at most 50 lines of all games; all others need a live run of that market or of 'All Stat Lines'. A run
 * may request any number of lines, without a requested limit 30 for a pitcher market, else 300.
 * @throws HttpError 401 without sign-in, 403 RUN_REQUIRED
 */
export async function allowedLines(
  deps: RunPorts,
  user: SignedInUser | undefined,
  { runId, category, limit }: FetchLinesQuery,
): Promise<AllowedLines> {
  if (runId === undefined && PAGE_STATS.has(canonicalStat(category)))
    return { run: null, most: PITCHERS_PAGE_LINES }
  if (!user) throw unauthorized()
  const run = await requireRun(deps, user, runId, category)
  return { run, most: limit ?? quickLinesLimit(isPitcherMarket(category)) }
}

/** Accepted values of `state`. The book answers by state; other values would only fill the cache. */
const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK ' +
    'OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
  ).split(' '),
)
/** Lines whose games are found at once: about 2 ms. */
const LINES_PER_SLICE = 100
const NO_OPPONENT = { opponent: null, homeAway: null } as const

const ALL = 'All Stat Lines'

function isOfCategory({ category, sport }: LinesFilter): (line: Pick<BookLine, 'statType'>) => boolean {
  const wanted = category === ALL ? menuOf(sport).filter((name) => name !== ALL) : [category]
  const stats = new Set(wanted.map(canonicalStat))
  return ({ statType }) => stats.has(canonicalStat(statType))
}

export type BookPorts = LeaguePorts<'schedule'> & { readonly upstream: { readonly lines: LinesClient } }

/** A league whose lines are on games of today, and of so many days after it: one unless it says otherwise. */
type ScheduledLeague = Pick<BoxScoreLeague, 'schedule'> & Partial<Pick<BoxScoreLeague, 'daysAhead'>>

async function schedulesOf(
  deps: LeaguePorts<'schedule'>,
  { schedule, daysAhead = 1 }: ScheduledLeague,
  lines: readonly BookLine[],
) {
  const today = deps.clock.today()
  // A line without a time is on a game of today.
  const times = [...new Set(lines.map(({ gameTime }) => gameTime))]
  const days = [...new Set(times.flatMap((time) => (time === null ? [today] : daysAround(time))))].sort()
  const schedules = await Promise.allSettled(
    days.slice(0, daysAhead + 2).map(async (day) => (await schedule(day)).value),
  )
  const failedDays = schedules.filter(({ status }) => status === 'rejected').length
  if (failedDays > 0) deps.log.warn({ failedDays }, 'lines are sent without the schedule of these days')
  return schedules.flatMap((schedule): StatsGame[] => (schedule.status === 'fulfilled' ? schedule.value : []))
}

/** The book's description of a line names the opponent and the side: 'TB', '@ TB', 'vs TB'. */
function fromDescription(description: string): Pick<Line, 'opponent' | 'homeAway'> {
  const match = /^(@|vs\.?)?\s*([A-Z]{2,3})$/.exec(description.trim())
  if (!match?.[2]) return NO_OPPONENT
  const side = match[1] === '@' ? 'AWAY' : 'HOME'
  return { opponent: canonicalClubCode(match[2]), homeAway: match[1] === undefined ? null : side }
}

type LineGame = Pick<Line, 'opponent' | 'homeAway'> & { readonly found: FoundGame }

/** Finds the games of lines offered now. A combo has no single game. */
function createGameFinder(games: readonly StatsGame[], today: string): (line: BookLine) => LineGame {
  const byClub = gamesByClub(games)
  const byClubToday = gamesByClub(games.filter((game) => (game.officialDate ?? today) === today))
  const known = new Map<string, ClubGame>()
  return ({ combo, team, name, statType, gameTime, description, inPlay }) => {
    if (combo) return { found: { kind: 'none' }, ...NO_OPPONENT }
    const pitcher = isPitcherMarket(statType) ? { name } : null
    const key = JSON.stringify([team, gameTime, pitcher, inPlay])
    const clubGame =
      known.get(key) ??
      findClubGame(canonicalClubCode(team), gameTime === null ? byClubToday : byClub, {
        at: gameTime,
        pitcher,
        isOffered: !inPlay,
      })
    known.set(key, clubGame)
    return clubGame.found.kind === 'none' ? { ...clubGame, ...fromDescription(description) } : clubGame
  }
}

/** Which lines a query asks for, apart from their number. */
export type LinesFilter = Pick<FetchLinesQuery, 'category' | 'state' | 'oddsType'> & {
  /** The sport of the category. */
  readonly sport: SportCode
  readonly live: boolean
  readonly gameIds: readonly string[] | null
}

/**
 * The filter of a query in one form: queries that differ in letter case, order, repetitions, the name of the market or
 * the limit have equal filters, so that they share one cache entry.
 */
export const linesFilter = ({
  category,
  state,
  live,
  gameIds,
  oddsType,
}: Omit<FetchLinesQuery, 'runId' | 'limit' | 'sport'>): LinesFilter => ({
  category: menuOf('MLB').find((market) => canonicalStat(market) === canonicalStat(category)) ?? category,
  sport: sportOfMarket(category),
  state: state?.toUpperCase(),
  live: live === 'true',
  gameIds: gameIds === undefined ? null : [...new Set(gameIds.split(','))].sort(),
  oddsType,
})

/**
 * Reads the book's lines of one market with opponent and game, in the book's order (N8). Omits games that
 * have begun by the league clock and games that were called off. When the schedule cannot be read, lines may
 * lack their opponent and home or away. Lines that are suspended, and lines of markets without a board, are
 * counted.
 * @param isForPitchersPage chooses one line per pitcher of today first, which is what `total` then counts
 * @throws HttpError 400 for an unknown state, UpstreamError 503 naming the book
 */
export async function readLines(
  deps: BookPorts,
  query: LinesFilter,
  isForPitchersPage = false,
): Promise<FetchLinesResponse & { total: number }> {
  const { state } = query
  if (state !== undefined && !STATES.has(state)) throw badRequest('state: not a US state')
  // Most lines are for today, so today's schedule is prefetched while the lines are read.
  const league = deps.upstream.leagues.find(({ sport }) => sport === query.sport) ?? deps.upstream.stats
  league.schedule(deps.clock.today()).catch(() => undefined)
  const board = await deps.upstream.lines.board(state, query.sport)
  const now = deps.clock.now().toISOString()
  const hasBegun = (line: BookLine) => line.inPlay || (line.gameTime !== null && line.gameTime <= now)
  const isWanted = (line: BookLine) =>
    (query.oddsType === 'All' || line.oddsType === query.oddsType) &&
    (!hasBegun(line) || (query.live && line.inPlay))
  const ofCategory = isOfCategory(query)
  const { lines: open, suspended, skipped, notRead } = board.value
  const wanted = await runSlice(() => open.filter(isWanted))
  const matching = wanted.filter(ofCategory)
  const others = query.category === ALL ? wanted.filter((line) => !ofCategory(line)) : []
  const stopped = suspended.filter((line) => isWanted(line) && ofCategory(line))

  const schedules = await schedulesOf(deps, league, matching)
  const standardLineOf = await runSlice(() => standardLines(open))
  const gameOf = createGameFinder(schedules, deps.clock.today())
  const gameIds = query.gameIds && new Set(query.gameIds)
  const findOnBoard = (bookLine: BookLine): { line: Line; isCertain: boolean }[] => {
    const { description: _, inPlay: __, ...line } = bookLine
    const { found, opponent, homeAway } = gameOf(bookLine)
    if (found.kind === 'called-off') return []
    const gamePk = found.kind === 'game' ? found.game.gamePk : null
    const ids = [line.gameId, gamePk && String(gamePk)]
    if (gameIds && !ids.some((id) => id && gameIds.has(id))) return []
    const standardLine = line.combo ? null : standardLineOf(line)
    return [
      { line: { ...line, opponent, homeAway, gamePk, standardLine }, isCertain: found.kind !== 'uncertain' },
    ]
  }
  const onBoard: ReturnType<typeof findOnBoard> = []
  await runInSlices(matching, LINES_PER_SLICE, (line) => {
    onBoard.push(...findOnBoard(line))
  })
  const lines = onBoard.map(({ line }) => line)
  const offered = isForPitchersPage ? pitcherLinesOfDay(lines, deps.clock.today()) : lines
  return {
    players: offered,
    total: offered.length,
    readAt: board.readAt,
    stale: board.stale,
    skipped,
    gameNotCertain: onBoard.filter(({ isCertain }) => !isCertain).length,
    suspended: stopped.flatMap(findOnBoard).length,
    notOffered: await runSlice(() => others.flatMap(findOnBoard).length),
    notRead,
  }
}

/** All open lines of the markets in the menu of a sport, with their games. @throws UpstreamError */
export const readMenuLines = (deps: BookPorts, sport: SportCode): ReturnType<typeof readLines> =>
  readLines(deps, { ...linesFilter({ book: 'prizepicks', category: ALL, oddsType: 'All' }), sport })

/** The lines of a query within a limit. Above it, `distributeLines` distributes them over games, markets and players. */
export async function fetchLines(
  deps: BookPorts,
  query: FetchLinesQuery,
  maxLines: number,
  isForPitchersPage = false,
): Promise<FetchLinesResponse> {
  const board = await readLines(deps, linesFilter(query), isForPitchersPage)
  return limitLines(board, Math.min(query.limit ?? maxLines, maxLines))
}

/** Reduces a board to a maximum number of lines. */
export const limitLines = (board: FetchLinesResponse, limit: number): Promise<FetchLinesResponse> =>
  runSlice(() => ({ ...board, players: distributeLines(board.players, limit) }))
