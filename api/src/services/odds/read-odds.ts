import { easternDate } from '@propsight/shared/domain'
import type { ApiEnv } from '../../platform/config/env.ts'
import type { BreakerState } from '../../platform/service-client/breaker.ts'
import { UpstreamError, type UpstreamFailure } from '../../platform/service-client/upstream-error.ts'
import type { OddsRepository } from '../../repositories/odds.ts'
import { READ_MARKETS } from '../../sources/odds/format.ts'
import type { ListedEvent, OddsClient, OddsUsage } from '../../sources/odds/odds-client.ts'
import type { LeaguePorts } from '../../sources/stats/stats-client.ts'
import { daysAround } from '../games/find-game.ts'
import { buildSnapshot, keepOnePerGame, type League, type MatchedEvent, matchEvent } from './match-event.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

interface Band {
  /** Longest time until the first pitch. */
  readonly withinMs: number
  /** Time between two reads of a game while credits suffice. */
  readonly everyMs: number
}

/** Prices move most in the last hours, and the last ones before the first pitch are the close. */
const BANDS: readonly Band[] = [
  { withinMs: 20 * MINUTE_MS, everyMs: MINUTE_MS },
  { withinMs: 90 * MINUTE_MS, everyMs: 5 * MINUTE_MS },
  { withinMs: 6 * HOUR_MS, everyMs: 30 * MINUTE_MS },
  { withinMs: 36 * HOUR_MS, everyMs: 2 * HOUR_MS },
]
const LAST_BAND_MS = 20 * MINUTE_MS
/** The first pitch of games that are read is at most this far away. */
const READ_AHEAD_MS = 36 * HOUR_MS
/** A job that runs each minute starts some seconds earlier or later. */
const EARLY_MS = 15_000

export interface PlannedEvent {
  readonly id: string
  /** Milliseconds since 1970, like all times here. */
  readonly startsAt: number
  /** Last read that was begun; null before the first. */
  readonly attemptedAt: number | null
}

/** Milliseconds since 1970 at which the league day of an instant ends. */
export function endOfLeagueDay(now: Date): number {
  const day = easternDate(now)
  let end = Math.ceil((now.getTime() + 1) / HOUR_MS) * HOUR_MS
  while (easternDate(new Date(end)) === day) end += HOUR_MS
  return end
}

const bandAt = (untilStart: number): Band | undefined => BANDS.find(({ withinMs }) => untilStart <= withinMs)

/** Number of reads of a game between two distances from the first pitch, in milliseconds. */
function readsBetween(far: number, near: number): number {
  let reads = 0
  let inner = 0
  for (const { withinMs, everyMs } of BANDS) {
    reads += Math.max(0, Math.min(far, withinMs) - Math.max(near, inner)) / everyMs
    inner = withinMs
  }
  return reads
}

interface Plan {
  readonly now: number
  /** End of the period for which the credits are meant. */
  readonly dayEnd: number
  readonly events: readonly PlannedEvent[]
  /** Credits that are left for the period, and the cost of one read. */
  readonly credits: number
  readonly cost: number
}

/**
 * Chooses the games that are due for a read, the earliest first pitch first. The intervals are those of `BANDS` while
 * the credits suffice for all reads until the end of the day, and longer in proportion otherwise. A game that was never
 * read waits while its interval is longer than the time until the first pitch, but not in the last twenty minutes, so
 * that scarce credits serve the closing prices.
 * @returns ids; as many as the credits allow
 */
export function chooseDueReads({ now, dayEnd, events, credits, cost }: Plan): string[] {
  const upcoming = events
    .filter(({ startsAt }) => startsAt > now && startsAt - now <= READ_AHEAD_MS)
    .toSorted((a, b) => a.startsAt - b.startsAt)
  const needed = upcoming.reduce(
    (sum, { startsAt }) => sum + readsBetween(startsAt - now, Math.max(0, startsAt - dayEnd)),
    0,
  )
  if (credits < cost) return []
  const stretch = Math.max(1, (needed * cost) / credits)
  const isDue = ({ startsAt, attemptedAt }: PlannedEvent): boolean => {
    const untilStart = startsAt - now
    const interval = (bandAt(untilStart)?.everyMs ?? 0) * stretch
    if (attemptedAt === null) return untilStart <= LAST_BAND_MS || interval <= untilStart
    return now - attemptedAt >= interval - EARLY_MS
  }
  return upcoming
    .filter(isDue)
    .slice(0, Math.floor(credits / cost))
    .map(({ id }) => id)
}

export type ReadOddsPorts = LeaguePorts<'players' | 'schedule' | 'teams'> & {
  readonly env: Pick<ApiEnv, 'ODDS_DAILY_CREDITS'>
  readonly repositories: {
    readonly odds: Pick<OddsRepository, 'recordEvents' | 'reserve' | 'settle' | 'store'>
  }
  readonly upstream: {
    readonly odds: OddsClient | null
    state(): { readonly odds?: { readonly breaker: BreakerState } }
  }
}

/** A run starts no read after this time; the next run is a minute after its start. */
const LAST_START_MS = 45_000
/** Each market of an answer costs one credit. */
const READ_COST = READ_MARKETS.length
const USED_UP = 'The credits of the odds service are used up.'

/** Why prices could not be read, as a sentence for users; null if the reason is one game only. */
function problemOf(error: unknown, { remaining }: OddsUsage): string | null {
  if (!(error instanceof UpstreamError)) return 'The prices could not be read or stored.'
  if (error.failure === 'refused' && remaining === 0) return USED_UP
  return error.failure === 'unknown' ? null : error.description
}

/** The clubs, players and games of the league for these games. @throws UpstreamError */
async function readLeague(
  { upstream, clock }: ReadOddsPorts,
  listed: readonly ListedEvent[],
): Promise<League> {
  const { stats } = upstream
  const season = clock.season()
  const days = [...new Set(listed.flatMap(({ startsAt }) => daysAround(startsAt)))]
  const [people, teams, ...schedules] = await Promise.all([
    stats.players(season),
    stats.teams(season),
    ...days.map((day) => stats.schedule(day)),
  ])
  return { people: people.value, teams: teams.value, games: schedules.flatMap(({ value }) => value) }
}

/** Failures after which the service answers no other request either, within this run. */
const ENDS_RUN: ReadonlySet<UpstreamFailure> = new Set(['refused', 'limited', 'resting'])

/**
 * Reads and stores one game, and settles the credits that were reserved for it. Failures of it are logged.
 * @returns whether the other games can be read
 */
async function readEvent(
  deps: ReadOddsPorts,
  odds: OddsClient,
  league: League,
  matched: MatchedEvent,
  day: string,
): Promise<boolean> {
  const { repositories, clock, log } = deps
  const { id } = matched.event
  let usage: OddsUsage = { cost: null, remaining: null }
  let problem: string | null = null
  let unknownCost = READ_COST
  let goesOn = true
  try {
    const prices = await odds.eventOdds(id, READ_MARKETS, (reported) => {
      usage = reported
    })
    const at = clock.now()
    await repositories.odds.store(at, [buildSnapshot(league, matched, prices, at)])
  } catch (error) {
    log.warn({ err: error, event: id }, 'the prices of a game could not be read')
    problem = problemOf(error, usage)
    if (error instanceof UpstreamError) {
      if (error.neverSent) unknownCost = 0
      goesOn = !ENDS_RUN.has(error.failure)
    }
  }
  await repositories.odds.settle({
    day,
    reserved: READ_COST,
    // Without an answer it is unknown whether the read was charged.
    spent: usage.cost ?? unknownCost,
    remaining: usage.remaining,
    problem,
  })
  return goesOn
}

/** Reads and stores the prices of the games that are due. @throws UpstreamError without the list of games or the league */
async function readDueGames(
  deps: ReadOddsPorts,
  odds: OddsClient,
  onUsage: (usage: OddsUsage) => void,
): Promise<void> {
  const { env, repositories, upstream, clock, log } = deps
  const started = performance.now()
  const now = clock.now()
  const day = clock.today()
  const note = (problem: string | null, remaining: number | null = null) =>
    repositories.odds.settle({ day, reserved: 0, spent: 0, remaining, problem })

  let usage: OddsUsage = { cost: null, remaining: null }
  const events = await odds.events((reported) => {
    usage = reported
    onUsage(reported)
  })
  const listed = events.filter(({ startsAt }) => {
    const untilStart = Date.parse(startsAt) - now.getTime()
    return untilStart > 0 && untilStart <= READ_AHEAD_MS
  })
  const league = await readLeague(deps, listed)
  const known = listed.map((event) => matchEvent(league, event)).filter((event) => event !== null)
  const unknown = listed.length - known.length
  if (unknown > 0) log.warn({ events: unknown }, 'games of the odds service with unknown clubs are not read')
  const matched = keepOnePerGame(known)
  const repeated = known.length - matched.length
  if (repeated > 0) log.warn({ events: repeated }, 'games that the odds service lists twice are read once')
  const { events: states, budget } = await repositories.odds.recordEvents(
    now,
    day,
    matched.map(({ event }) => event),
  )
  const attempts = new Map(states.map(({ id, attemptedAt }) => [id, attemptedAt]))
  const left = env.ODDS_DAILY_CREDITS - (budget ? budget.spent + budget.reserved : 0)
  const remaining = usage.remaining ?? budget?.remaining ?? left
  // The plan was renewed or enlarged: without this, its remaining credits would be known by the next read only.
  if ((budget?.remaining ?? remaining) < READ_COST && remaining >= READ_COST) await note(null, remaining)
  const credits = Math.min(left, remaining)
  const due = chooseDueReads({
    now: now.getTime(),
    dayEnd: endOfLeagueDay(now),
    events: matched.map(({ event: { id, startsAt } }) => {
      const attemptedAt = attempts.get(id)
      return { id, startsAt: Date.parse(startsAt), attemptedAt: attemptedAt ? Date.parse(attemptedAt) : null }
    }),
    credits,
    cost: READ_COST,
  })
  if (credits < READ_COST && matched.length > 0) await note(USED_UP)

  const byId = new Map(matched.map((event) => [event.event.id, event]))
  // One after the other: parsing and storing a game takes CPU time of the API and the database.
  for (const id of due) {
    const event = byId.get(id)
    if (!event || performance.now() - started > LAST_START_MS) break
    const reservation = {
      day,
      limit: env.ODDS_DAILY_CREDITS,
      credits: READ_COST,
      eventId: id,
      at: clock.now(),
    }
    if (!(await repositories.odds.reserve(reservation))) continue
    // A rest of the client after several failures would replace their reason.
    const canGoOn = await readEvent(deps, odds, league, event, day)
    if (!canGoOn || upstream.state().odds?.breaker === 'open') break
  }
}

/**
 * Reads the prices of the games that are due and stores what changed. Does nothing without an odds source. A failing
 * game does not stop the others; it is read again when it is next due. Any other error leaves users a note.
 * @throws Error when the data service fails
 */
export async function readOdds(deps: ReadOddsPorts): Promise<void> {
  const { repositories, upstream, clock, log } = deps
  if (!upstream.odds) return
  let usage: OddsUsage = { cost: null, remaining: null }
  try {
    await readDueGames(deps, upstream.odds, (reported) => {
      usage = reported
    })
  } catch (error) {
    log.warn({ err: error }, 'the prices of games could not be read')
    const problem = problemOf(error, usage)
    await repositories.odds.settle({ day: clock.today(), reserved: 0, spent: 0, remaining: null, problem })
    if (!(error instanceof UpstreamError)) throw error
  }
}
