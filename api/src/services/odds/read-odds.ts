import { MLB_ODDS, type OddsSport, type SportCode } from '@propsight/shared/domain'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import type { ApiEnv } from '../../platform/config/env.ts'
import type { BreakerState } from '../../platform/service-client/breaker.ts'
import { UpstreamError, type UpstreamFailure } from '../../platform/service-client/upstream-error.ts'
import type { OddsRepository } from '../../repositories/odds.ts'
import type { BoxScoreLeague } from '../../sources/box-score-league.ts'
import { readMarketsOf, readStatsOf } from '../../sources/odds/format.ts'
import type { ListedEvent, OddsClient, OddsUsage } from '../../sources/odds/odds-client.ts'
import type { LeaguePorts } from '../../sources/stats/stats-client.ts'
import { daysAround } from '../games/find-game.ts'
import {
  baseballLeague,
  boxScoreLeague,
  buildSnapshot,
  keepOnePerGame,
  type League,
  type MatchedEvent,
  matchEvent,
} from './match-event.ts'
import { chooseDueReads, endOfLeagueDay, READ_AHEAD_MS } from './plan-reads.ts'

export type ReadOddsPorts = LeaguePorts<'players' | 'schedule' | 'teams'> & {
  readonly env: Pick<ApiEnv, 'ODDS_DAILY_CREDITS'>
  readonly repositories: {
    readonly odds: Pick<OddsRepository, 'recordEvents' | 'reserve' | 'settle' | 'store'>
  }
  readonly upstream: {
    readonly odds: OddsClient | null
    readonly leagues: readonly BoxScoreLeague[]
    state(): { readonly odds?: { readonly breaker: BreakerState } }
  }
}

/** A run starts no read after this time; the next run is a minute after its start. */
const LAST_START_MS = 45_000
/** Each market of an answer costs one credit. */
const costOf = (sport: OddsSport): number => readMarketsOf(sport).length
/** Time that a run waits for a league's games, hundreds of which are read at the first start. */
const GAMES_TIMEOUT_MS = 20_000
const USED_UP = 'The credits of the odds service are used up.'

/** Why prices could not be read, as a sentence for users; null if the reason is one game only. */
function problemOf(error: unknown, { remaining }: OddsUsage): string | null {
  if (!(error instanceof UpstreamError)) return 'The prices could not be read or stored.'
  if (error.failure === 'refused' && remaining === 0) return USED_UP
  return error.failure === 'unknown' ? null : error.description
}

/** A sport whose prices are read. */
interface PricedSport {
  readonly sport: SportCode
  readonly odds: OddsSport
  /** The clubs, players and games for the league days of games; null while they are still being read. @throws UpstreamError */
  readLeague(days: readonly string[]): Promise<League | null>
}

/** The open sports. */
function listSports({ upstream, clock }: ReadOddsPorts): PricedSport[] {
  const { stats, leagues } = upstream
  const baseball: PricedSport = {
    sport: 'MLB',
    odds: MLB_ODDS,
    async readLeague(days) {
      const season = clock.season()
      const [people, teams, ...schedules] = await Promise.all([
        stats.players(season),
        stats.teams(season),
        ...days.map((day) => stats.schedule(day)),
      ])
      return baseballLeague(
        teams.value,
        people.value,
        schedules.flatMap(({ value }) => value),
      )
    },
  }
  const others = leagues.map(
    (league): PricedSport => ({
      sport: league.sport,
      odds: league.odds,
      async readLeague(days) {
        const [games, ...schedules] = await Promise.all([
          withTimeout(league.games(clock.today()), GAMES_TIMEOUT_MS),
          ...days.map((day) => league.schedule(day)),
        ])
        return (
          games &&
          boxScoreLeague(
            games.value,
            schedules.flatMap(({ value }) => value),
          )
        )
      },
    }),
  )
  return [baseball, ...others]
}

/** A game of a sport that can be read. */
interface ReadableEvent {
  readonly sport: OddsSport
  readonly league: League
  readonly matched: MatchedEvent
}

/**
 * The games of a sport that begin soon, with the league's clubs; null while its box scores are still being read.
 * @throws UpstreamError
 */
async function listEvents(
  { clock, log }: ReadOddsPorts,
  odds: OddsClient,
  { odds: sport, readLeague }: PricedSport,
  onUsage: (usage: OddsUsage) => void,
): Promise<ReadableEvent[] | null> {
  const now = clock.now().getTime()
  const listed = (await odds.events(sport, onUsage)).filter(({ startsAt }: ListedEvent) => {
    const untilStart = Date.parse(startsAt) - now
    return untilStart > 0 && untilStart <= READ_AHEAD_MS
  })
  if (listed.length === 0) return []
  const league = await readLeague([...new Set(listed.flatMap(({ startsAt }) => daysAround(startsAt)))])
  if (!league) return null
  const known = listed.map((event) => matchEvent(league, event)).filter((event) => event !== null)
  const unknown = listed.length - known.length
  if (unknown > 0) log.warn({ events: unknown }, 'games of the odds service with unknown clubs are not read')
  const matched = keepOnePerGame(known)
  const repeated = known.length - matched.length
  if (repeated > 0) log.warn({ events: repeated }, 'games that the odds service lists twice are read once')
  return matched.map((each) => ({ sport, league, matched: each }))
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
  { sport, league, matched }: ReadableEvent,
  day: string,
): Promise<boolean> {
  const { repositories, clock, log } = deps
  const { id } = matched.event
  const cost = costOf(sport)
  let usage: OddsUsage = { cost: null, remaining: null }
  let problem: string | null = null
  let unknownCost = cost
  let goesOn = true
  try {
    const prices = await odds.eventOdds(sport, id, (reported) => {
      usage = reported
    })
    const at = clock.now()
    await repositories.odds.store(at, [buildSnapshot(league, matched, readStatsOf(sport), prices, at)])
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
    reserved: cost,
    // Without an answer it is unknown whether the read was charged.
    spent: usage.cost ?? unknownCost,
    remaining: usage.remaining,
    problem,
  })
  return goesOn
}

/**
 * Reads and stores the prices of the games that are due. A sport whose games cannot be listed does not stop the others; one
 * whose box scores are still being read is noted and follows in a later run.
 * @throws UpstreamError of such a sport, after the others were read
 */
async function readDueGames(
  deps: ReadOddsPorts,
  odds: OddsClient,
  onUsage: (usage: OddsUsage) => void,
): Promise<void> {
  const { env, repositories, upstream, clock } = deps
  const started = performance.now()
  const day = clock.today()
  const note = (problem: string | null, remaining: number | null = null) =>
    repositories.odds.settle({ day, reserved: 0, spent: 0, remaining, problem })

  let usage: OddsUsage = { cost: null, remaining: null }
  const sports = listSports(deps)
  const results = await Promise.allSettled(
    sports.map((sport) =>
      listEvents(deps, odds, sport, (reported) => {
        usage = reported
        onUsage(reported)
      }),
    ),
  )
  const failed = results.find((result) => result.status === 'rejected')
  const events = results.flatMap((result) => (result.status === 'fulfilled' ? (result.value ?? []) : []))
  const waiting = sports.filter((_, at) => {
    const result = results[at]
    return result?.status === 'fulfilled' && result.value === null
  })
  if (failed && events.length === 0) throw failed.reason
  const now = clock.now()
  const { events: states, budget } = await repositories.odds.recordEvents(
    now,
    day,
    events.map(({ matched }) => matched.event),
  )
  const attempts = new Map(states.map(({ id, attemptedAt }) => [id, attemptedAt]))
  const left = env.ODDS_DAILY_CREDITS - (budget ? budget.spent + budget.reserved : 0)
  const remaining = usage.remaining ?? budget?.remaining ?? left
  const leastCost = Math.min(...sports.map((sport) => costOf(sport.odds)))
  // The plan was renewed or enlarged: without this, its remaining credits would be known by the next read only.
  if ((budget?.remaining ?? remaining) < leastCost && remaining >= leastCost) await note(null, remaining)
  const credits = Math.min(left, remaining)
  const due = chooseDueReads({
    now: now.getTime(),
    dayEnd: endOfLeagueDay(now),
    events: events.map(({ sport, matched: { event } }) => {
      const attemptedAt = attempts.get(event.id)
      return {
        id: event.id,
        startsAt: Date.parse(event.startsAt),
        attemptedAt: attemptedAt ? Date.parse(attemptedAt) : null,
        cost: costOf(sport),
      }
    }),
    credits,
  })
  if (credits < leastCost && events.length > 0) await note(USED_UP)

  const byId = new Map(events.map((event) => [event.matched.event.id, event]))
  // One after the other: parsing and storing a game takes CPU time of the API and the database.
  for (const id of due) {
    const event = byId.get(id)
    if (!event || performance.now() - started > LAST_START_MS) break
    const reservation = {
      day,
      limit: env.ODDS_DAILY_CREDITS,
      credits: costOf(event.sport),
      eventId: id,
      at: clock.now(),
    }
    if (!(await repositories.odds.reserve(reservation))) continue
    // A rest of the client after several failures would replace their reason.
    const canGoOn = await readEvent(deps, odds, event, day)
    if (!canGoOn || upstream.state().odds?.breaker === 'open') break
  }
  if (failed) throw failed.reason
  // After the reads, each of which replaces the note.
  if (waiting.length === 0) return
  const names = waiting.map(({ sport }) => sport).join(' and ')
  deps.log.info({ sports: names }, 'the prices of a sport are read after its games')
  await note(`The games of the ${names} are still being read. Their prices follow within minutes.`)
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
