import type { TrackLeg } from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { Deps } from '../../../deps.ts'
import type { LegResult } from '../../../repositories/forecast-records.ts'
import { addDays, dayAfter } from '../../../sources/stats/finished-games.ts'
import { gradeLine } from './grading-rules.ts'
import type { GameReader, GradedGame } from './read-games.ts'

/** Legs per database call. */
const PAGE = 500
/** Days after which a leg is closed without a result when its game is not listed or never ended. */
const MAX_OPEN_DAYS = 3
/** Days after which a leg is closed without a result when its game cannot be read. Longer than an outage. */
const MAX_UNREADABLE_DAYS = 14

const NO_GAME = { status: 'no-game', actual: null } as const

type Parts = Pick<Deps, 'repositories' | 'clock'> & { readonly log: Logger }
type Games = (leg: TrackLeg) => Promise<GradedGame | null>

/** Reads each schedule and each box score once per pass. A failed read is retried in the next pass. */
function gamesOfPass(reader: GameReader): Games {
  const days = new Map<string, ReturnType<GameReader['day']>>()
  const games = new Map<string, Promise<GradedGame>>()
  return async ({ game_pk: gamePk, league_day: day }) => {
    if (gamePk === null) return null
    const schedule = days.get(day) ?? reader.day(day)
    days.set(day, schedule)
    const listed = await schedule
    const game = listed.value.find((one) => one.gamePk === gamePk)
    if (!game) return null
    // A make-up game keeps its number: it was called off on one day and is played on another.
    const key = `${day} ${gamePk}`
    const read = games.get(key) ?? reader.game(game, listed)
    games.set(key, read)
    return read
  }
}

/** Grades a leg; null when nothing has changed. */
async function resultOf(leg: TrackLeg, games: Games, overdue: boolean): Promise<LegResult | null> {
  const stat = findStatType(leg.stat_type)
  const game = await games(leg)
  const played = stat && leg.person_id !== null ? game?.lineOf(leg.person_id, stat.group) : null
  const found =
    stat && game
      ? gradeLine(stat, leg.line, leg.side, game.phase, played ?? null)
      : { status: 'pending' as const, actual: null }
  const open = found.status === 'pending' || found.status === 'in-progress'
  // Legs of a game that is over are not closed: a new read of the box score grades them.
  const closes = open && overdue && !(stat && game?.ended)
  const { status, actual } = closes ? NO_GAME : found
  if (status === 'pending' || (status === leg.status && actual === leg.actual)) return null
  return { id: leg.id, status, actual }
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
  today: string,
  summary: PassSummary,
): Promise<LegResult[]> {
  const results: LegResult[] = []
  for (const leg of legs) {
    const isOlderThan = (days: number) => leg.league_day < addDays(today, -days)
    let result: LegResult | null
    try {
      result = await resultOf(leg, games, isOlderThan(MAX_OPEN_DAYS))
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
  reader: GameReader,
  signal?: AbortSignal,
): Promise<number> {
  const today = clock.today()
  const games = gamesOfPass(reader)
  const summary: PassSummary = { unread: new Map(), closedLegs: 0 }
  let changed = 0
  let after: string | undefined
  for (;;) {
    signal?.throwIfAborted()
    const legs = await repositories.track.open({ upTo: dayAfter(today), after, limit: PAGE })
    const results = await resultsOf(legs, games, today, summary)
    if (results.length > 0) changed += await repositories.track.settle(results)
    if (legs.length < PAGE) break
    after = legs.at(-1)?.id
  }
  logSummary(log, summary)
  return changed
}
