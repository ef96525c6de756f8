import type { TrackLeg } from '@propsight/shared/contracts'
import { settleParlay } from '@propsight/shared/contracts'
import {
  bookRules,
  canonicalClubCode,
  findStatType,
  isPitcherMarket,
  type LeagueClock,
  type StatType,
} from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { ForecastsRepository, LegResult } from '../../../repositories/forecast-records.ts'
import type { GradableParlay, ParlaysRepository } from '../../../repositories/picks.ts'
import { addDays, dayAfter } from '../../../sources/stats/finished-games.ts'
import type { StatsGame } from '../../../sources/stats/format/schedule.ts'
import { findClubGame, gamesByClub } from '../../games/find-game.ts'
import { gradeLine, gradeSuspended, type LineResult } from './grading-rules.ts'
import type { GameReader, GradedGame } from './read-games.ts'

/** Legs per database call. */
const PAGE = 500
/** Days after which a leg is closed without a result when its game is not listed, not certain, or never ended. */
const MAX_OPEN_DAYS = 3
/** Days after which a leg is closed without a result when its game cannot be read. Longer than an outage. */
const MAX_UNREADABLE_DAYS = 14

const NO_GAME = { status: 'no-game', actual: null } as const

interface Parts {
  readonly repositories: { readonly forecasts: Pick<ForecastsRepository, 'open' | 'settle'> }
  readonly clock: LeagueClock
  readonly log: Logger
}

/** The reader of the sport of a market. */
export type ReaderOfMarket = (statType: string) => GameReader

/** The game of a leg; null if the schedule does not list it, and while it is not certain. */
type Games = (leg: TrackLeg) => Promise<{ readonly gamePk: number; readonly game: GradedGame } | null>

/** Finds the game of a leg in the schedule of its day, which may have decided by now which one it is. */
function findLegGame(leg: TrackLeg, games: readonly StatsGame[]): StatsGame | null {
  const { game_pk: gamePk, game_time: at, person_id: id } = leg
  if (gamePk !== null) return games.find((game) => game.gamePk === gamePk) ?? null
  const pitcher = id !== null && isPitcherMarket(leg.stat_type) ? { id } : null
  const { found } = findClubGame(canonicalClubCode(leg.team), gamesByClub(games), { at, pitcher })
  return 'game' in found ? found.game : null
}

/** Reads each schedule and each box score once per pass. A failed read is retried in the next pass. */
function gamesOfPass(readerOf: ReaderOfMarket): Games {
  const days = new Map<GameReader, Map<string, ReturnType<GameReader['day']>>>()
  const games = new Map<string, Promise<GradedGame>>()
  return async (leg) => {
    const reader = readerOf(leg.stat_type)
    const day = leg.league_day
    const schedules = days.get(reader) ?? new Map<string, ReturnType<GameReader['day']>>()
    days.set(reader, schedules)
    const schedule = schedules.get(day) ?? reader.day(day)
    schedules.set(day, schedule)
    const listed = await schedule
    const scheduled = findLegGame(leg, listed.value)
    if (!scheduled) return null
    const { gamePk } = scheduled
    // A make-up game keeps its number: it was called off on one day and is played on another.
    const key = `${day} ${gamePk}`
    const read = games.get(key) ?? reader.game(scheduled, listed)
    games.set(key, read)
    return { gamePk, game: await read }
  }
}

/** Grades a leg by the rules of its book. */
function gradeLeg(leg: TrackLeg, stat: StatType, game: GradedGame, now: number): LineResult {
  const { line, side, person_id: personId } = leg
  const rules = bookRules(leg.book)
  const grade = () => {
    const played = personId === null ? null : game.lineOf(personId, stat.group)
    return gradeLine(stat, line, side, game.phase, played, rules)
  }
  if (game.phase === 'before' || game.phase === 'called-off') return grade()
  const isSuspended = game.phase === 'suspended'
  // Of a game that goes on, the counts at its suspension are those of the last pass before.
  const readPartial = () => {
    if (isSuspended) return grade().actual
    return leg.status === 'suspended' ? leg.actual : null
  }
  return gradeSuspended(rules.suspendedGame, game, { line, side, isSuspended, readPartial }, now) ?? grade()
}

/** Grades a leg; null when nothing has changed. @param now milliseconds since 1970 */
async function resultOf(
  leg: TrackLeg,
  games: Games,
  now: number,
  overdue: boolean,
): Promise<LegResult | null> {
  const stat = findStatType(leg.stat_type)
  const found = await games(leg)
  const result: LineResult =
    stat && found
      ? gradeLeg(leg, stat, found.game, now)
      : { status: leg.status === 'suspended' ? leg.status : 'pending', actual: leg.actual }
  // Legs of a game that is over are not closed: a new read of the box score grades them. Those of a suspended game wait.
  const isOpen = result.status === 'pending' || result.status === 'in-progress'
  const closes = isOpen && overdue && !(stat && found?.game.ended)
  const { status, actual } = closes ? NO_GAME : result
  const isDecided = leg.game_pk === null && found !== null
  if (!isDecided && (status === 'pending' || (status === leg.status && actual === leg.actual))) return null
  return { id: leg.id, status, actual, ...(isDecided && { game_pk: found.gamePk }) }
}

/**
 * Collected for one log line at the end of a pass, so that an outage does not log thousands of open legs a
 * minute.
 */
interface PassSummary {
  readonly unread: Map<string, { error: unknown; legs: number }>
  closedLegs: number
}

/** Grades one page of legs. A game that cannot be read does not block legs of other games. */
async function resultsOf(
  legs: readonly TrackLeg[],
  games: Games,
  clock: Pick<LeagueClock, 'today' | 'now'>,
  summary: PassSummary,
): Promise<LegResult[]> {
  const results: LegResult[] = []
  const today = clock.today()
  const now = clock.now().getTime()
  for (const leg of legs) {
    const isOlderThan = (days: number) => leg.league_day < addDays(today, -days)
    let result: LegResult | null
    try {
      result = await resultOf(leg, games, now, isOlderThan(MAX_OPEN_DAYS))
      if (result?.status === 'no-game' && isOlderThan(MAX_OPEN_DAYS)) summary.closedLegs += 1
    } catch (error) {
      const game = `${leg.league_day} ${leg.game_pk}`
      summary.unread.set(game, { error, legs: (summary.unread.get(game)?.legs ?? 0) + 1 })
      result = isOlderThan(MAX_UNREADABLE_DAYS) ? { id: leg.id, ...NO_GAME } : null
      if (result) summary.closedLegs += 1
    }
    if (result) results.push(result)
  }
  return results
}

function logSummary(log: Logger, { unread, closedLegs }: PassSummary): void {
  if (closedLegs > 0) log.warn({ legs: closedLegs }, 'open legs were closed without a result')
  const [first] = unread.values()
  if (!first) return
  const legs = [...unread.values()].reduce((sum, game) => sum + game.legs, 0)
  log.warn(
    { err: first.error, games: [...unread.keys()].slice(0, 20), legs },
    'legs stay open: their games could not be read',
  )
}

/**
 * Grades the open legs of all users (P7), page by page. Each page is written before the next one is read, so
 * that an aborted pass loses nothing. Idempotent, also across instances.
 * @returns number of changed rows
 */
export async function gradeLegs(
  { repositories, clock, log }: Parts,
  readerOf: ReaderOfMarket,
): Promise<number> {
  const today = clock.today()
  const games = gamesOfPass(readerOf)
  const summary: PassSummary = { unread: new Map(), closedLegs: 0 }
  let changed = 0
  let after: string | undefined
  for (;;) {
    const legs = await repositories.forecasts.open({ upTo: dayAfter(today), after, limit: PAGE })
    const results = await resultsOf(legs, games, clock, summary)
    if (results.length > 0) changed += await repositories.forecasts.settle(results)
    if (legs.length < PAGE) break
    after = legs.at(-1)?.id
  }
  logSummary(log, summary)
  return changed
}

const PARLAY_PAGE = 200

/**
 * Writes the outcome of every parlay that its ended legs decide (P8). Idempotent, also across instances.
 * @returns number of parlays that this call graded
 */
export async function gradeParlays({
  repositories,
}: {
  readonly repositories: { readonly parlays: Pick<ParlaysRepository, 'gradable' | 'settle'> }
}): Promise<number> {
  let changed = 0
  let after: string | null = null
  for (;;) {
    const page: GradableParlay[] = await repositories.parlays.gradable(after, PARLAY_PAGE)
    const outcomes = page.flatMap(({ id, legs, details }) => {
      const settlement = settleParlay(legs, details)
      return settlement ? [{ id, outcome: settlement.outcome, paid: settlement.paid }] : []
    })
    if (outcomes.length > 0) changed += await repositories.parlays.settle(outcomes)
    if (page.length < PARLAY_PAGE) return changed
    after = page.at(-1)?.id ?? null
  }
}
