import type { PitcherFacts, PitcherPhase, PitcherRecord } from '@propsight/shared/contracts'
import { listOpponentSeasons } from '@propsight/shared/domain'
import { type BattingOrders, lineupStatus } from '@propsight/shared/domain/engine'
import type { Logger } from 'pino'
import type { Read } from '../../platform/cache/freshness.ts'
import { runSlice } from '../../platform/concurrency/event-loop.ts'
import { requireInTime, withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { unavailable } from '../../platform/errors.ts'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import { dayBefore } from '../../sources/stats/finished-games.ts'
import type { ClubHitting } from '../../sources/stats/format/season-stats.ts'
import type { LeaguePorts, LoadedLog, PersonLog } from '../../sources/stats/stats-client.ts'
import { NO_ORDERS, toBattingOrders } from '../board/forecast/engine-records.ts'
import { type EarlierSeasonPorts, readSeasonRecords } from '../board/forecast/forecast-context.ts'
import { type PropPorts, showForecasts } from '../props/show-forecasts.ts'
import { createHistoryReader, pitcherFacts, startsAgainst } from './pitcher-facts.ts'
import { namesClubs, type Probable, probablePitchers } from './probable-pitchers.ts'
import { forecastStart } from './starter-forecast.ts'

/** Time limits of a request, in milliseconds. Later responses fill the caches for the next request. */
interface TimeLimits {
  /** For the schedule, and again for the logs of the season: nothing can be shown without them. */
  readonly needed: number
  /** For the next response of an earlier season, which is requested with low priority. */
  readonly past: number
  /** For optional data. */
  readonly optional: number
}

export const TIME_LIMITS: TimeLimits = { needed: 12_000, past: 8_000, optional: 4_000 }

/** The error for a stats service that does not answer in time. */
const noAnswerError = () => unavailable('The baseball stats service')

/**
 * Waits for optional data: null if it fails or takes longer than `ms` milliseconds.
 * @param what name for the log
 */
export const optional = <T>(log: Logger, what: string, work: Promise<T>, ms: number): Promise<T | null> =>
  withTimeout(work, ms).catch((error: unknown) => {
    log.warn({ err: error }, `pitchers are shown without ${what}`)
    return null
  })

/**
 * Yields the items that arrive within `ms` milliseconds from now; later items are ignored.
 * @throws what the source throws within that time
 */
async function* takeUntil<T>(items: AsyncIterable<T>, ms: number): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  const endsAt = performance.now() + ms
  for (;;) {
    const next = await withTimeout(iterator.next(), Math.max(0, endsAt - performance.now()))
    if (!next || next.done) return
    yield next.value
  }
}

export type PitchersPorts = EarlierSeasonPorts &
  LeaguePorts<'battingOrders' | 'gameLogs' | 'recentTeamBatting' | 'schedule' | 'teamBatting' | 'teams'>

/** The probable pitchers of a league day, and the data shared by all of their facts. */
export interface PitchersDay {
  /** League day, `YYYY-MM-DD`. */
  readonly date: string
  /** The current league day, whose games may be in progress. */
  readonly today: string
  readonly season: number
  readonly pitchers: readonly Probable[]
  /** Batting totals of the clubs this season; null if they could not be read. */
  readonly batting: Promise<Read<ClubHitting[]> | null>
  /** Batting totals of the last 30 days; null if they could not be read. */
  readonly recentBatting: Promise<Read<ClubHitting[]> | null>
  /** When the schedule was read, ISO 8601. */
  readonly readAt: string
  readonly stale: boolean
}

/**
 * Reads the announced starters of a day. The batting totals are returned as pending promises.
 * @throws HttpError if the schedule cannot be read: the error of the service, or 503 after a timeout
 */
export async function readPitchersDay(
  { upstream, clock, log }: PitchersPorts,
  date: string,
  timeLimits: TimeLimits,
): Promise<PitchersDay> {
  const { stats } = upstream
  const season = Number(date.slice(0, 4))
  const today = clock.today()
  // Prefetched: game logs need the schedules of both days to exclude unfinished games.
  for (const day of [today, dayBefore(today)]) stats.schedule(day).catch(() => undefined)
  const clubsRead = optional(log, 'the clubs’ directory', stats.teams(season), timeLimits.optional)
  const batting = optional(log, 'the opponents’ batting', stats.teamBatting(season), timeLimits.optional)
  const recentBatting = optional(
    log,
    'the batting of the last 30 days',
    stats.recentTeamBatting(today),
    timeLimits.optional,
  )
  const schedule = await requireInTime(stats.schedule(date), timeLimits.needed, noAnswerError)
  // The schedule usually names the clubs itself, so that the starters do not wait for the directory.
  const clubs = namesClubs(schedule.value) ? null : await clubsRead
  const pitchers = probablePitchers(date, schedule.value, clubs?.value ?? [])
  return {
    date,
    today,
    season,
    pitchers,
    batting,
    recentBatting,
    readAt: schedule.readAt,
    stale: schedule.stale,
  }
}

/** Summary sent at the end of a phase. */
export interface PitchersSummary {
  done: number
  missing: number
  /** Read time of the oldest response used, ISO 8601. Logs of finished seasons do not count. */
  readAt: string
  stale: boolean
}

interface PitchersRequest {
  /** League day. */
  readonly date: string
  readonly phase: PitcherPhase
  /** Ids of pitchers whose facts the caller already has. */
  readonly skip: ReadonlySet<number>
}

const reasonOf = (error: unknown): string =>
  error instanceof UpstreamError && error.failure === 'unknown'
    ? 'unknown to the stats service'
    : 'the game log could not be read'

/** An engine failure usually affects all pitchers of the day: it is logged once. */
function onceOnly<T>(report: (value: T) => void): (value: T) => void {
  let isReported = false
  return (value) => {
    if (!isReported) report(value)
    isReported = true
  }
}

/** Reads the recent batting orders with the first log, so that the logs do not wait for them in the paced queue. */
function createOrdersReader({ upstream, log }: PitchersPorts, today: string, timeoutMs: number) {
  let reading: Promise<BattingOrders<number>> | undefined
  return (): Promise<BattingOrders<number>> => {
    reading ??= optional(log, 'batting orders', upstream.stats.battingOrders(today), timeoutMs).then(
      (orders) => (orders ? toBattingOrders(orders.value) : NO_ORDERS),
    )
    return reading
  }
}

/** @returns a function that reads the history of a pitcher and returns his facts; never throws */
function createFactsReader(
  parts: PitchersPorts & PropPorts,
  day: PitchersDay,
  phase: PitcherPhase,
  { past: pastMs, optional: optionalMs }: TimeLimits,
) {
  const { upstream, log } = parts
  const { date, today, season } = day
  const readingEvidence = parts.propEvidence()
  const readingSeasons = readSeasonRecords(parts)
  const readHistory = createHistoryReader(
    (ids, year) => upstream.stats.gameLogs(ids, 'pitching', year, today),
    pastMs,
  )
  const readOrders = createOrdersReader(parts, today, optionalMs)
  const logFailureOnce = onceOnly((error: unknown) => log.error({ err: error }, 'the engine failed'))
  return async (pitcher: Probable, person: PersonLog): Promise<PitcherFacts> => {
    const games = person.pitching.filter((game) => game.date < date)
    const past = readHistory({
      id: pitcher.shown.id,
      found: startsAgainst(games, pitcher).length,
      seasons: listOpponentSeasons(season)
        .slice(1)
        .filter((year) => year >= (pitcher.debutSeason ?? year)),
      counts: (game) => startsAgainst([game], pitcher).length > 0,
    })
    const [history, batting, recentBatting, orders, { players, earlier }, evidenceOf] = await Promise.all([
      past,
      day.batting,
      day.recentBatting,
      readOrders(),
      readingSeasons,
      readingEvidence,
    ])
    const clubs = batting?.value ?? null
    const expected =
      date < today
        ? { forecastMissing: 'the day is over' }
        : forecastStart(
            {
              pitcher,
              date,
              log: person,
              batting: clubs,
              recentBatting: recentBatting?.value ?? null,
              earlier,
              players,
              orders,
            },
            logFailureOnce,
          )
    const { id, name, teamAbbr, gamePk, gameTime } = pitcher.shown
    const subject = { gamePk, personId: id, names: [name], team: teamAbbr, startsAt: gameTime }
    const { forecasts } = expected
    const shown = forecasts && (await runSlice(() => showForecasts(forecasts, subject, evidenceOf)))
    const opponent = clubs?.find(({ team }) => team.id === pitcher.shown.oppId)
    const lineup = lineupStatus(pitcher.opposingLineup, players)
    const withShown = shown ? { ...expected, forecasts: shown } : expected
    return pitcherFacts({ pitcher, phase, date, games, history, opponent, expected: withShown, lineup })
  }
}

/**
 * Streams the probable pitchers of a day, and then facts and forecast of each as soon as they are complete
 * (row H6). Responses are cached, so the second phase and later callers need no upstream request.
 * @param write sends one record; if it throws (the client has disconnected), the work for this caller ends,
 *   and upstream requests shared with other callers continue
 * @throws HttpError if the schedule or all logs cannot be read: the error of the service, or 503 after a
 *   timeout
 */
export async function streamPitchers(
  deps: PitchersPorts & PropPorts,
  { date, phase, skip }: PitchersRequest,
  write: (record: Extract<PitcherRecord, { type: 'start' | 'pitcher' | 'missing' }>) => Promise<void>,
  timeLimits: TimeLimits = TIME_LIMITS,
): Promise<PitchersSummary> {
  const day = await readPitchersDay(deps, date, timeLimits)
  const { season, today, pitchers } = day
  await write({ type: 'start', date, season, phase, pitchers: pitchers.map(({ shown }) => shown) })

  const summary: PitchersSummary = { done: 0, missing: 0, readAt: day.readAt, stale: day.stale }
  const waiting = new Map(
    pitchers.filter(({ shown }) => !skip.has(shown.id)).map((pitcher) => [pitcher.shown.id, pitcher]),
  )
  const factsOf = createFactsReader(deps, day, phase, timeLimits)
  let failure: unknown
  const reportMissing = async (id: number, reason: string) => {
    summary.missing += 1
    await write({ type: 'missing', id, reason })
  }
  const deliver = async (pitcher: Probable, loaded: LoadedLog) => {
    if (!loaded.ok) {
      failure = loaded.error
      return reportMissing(loaded.personId, reasonOf(loaded.error))
    }
    if (loaded.log.readAt < summary.readAt) summary.readAt = loaded.log.readAt
    summary.stale ||= loaded.log.stale
    await write(await factsOf(pitcher, loaded.log.value))
    summary.done += 1
  }

  const delivered: Promise<void>[] = []
  const logs = deps.upstream.stats.gameLogs([...waiting.keys()], 'pitching', season, today)
  for await (const loaded of takeUntil(logs, timeLimits.needed)) {
    const pitcher = waiting.get(loaded.personId)
    if (!pitcher) continue
    waiting.delete(loaded.personId)
    const work = deliver(pitcher, loaded)
    // Awaited below; this prevents an unhandled rejection until then.
    work.catch(() => undefined)
    delivered.push(work)
  }
  await Promise.all(delivered)
  for (const id of waiting.keys()) {
    failure ??= noAnswerError()
    await reportMissing(id, 'the game log is not available yet')
  }
  if (summary.done === 0 && failure !== undefined) throw failure
  return summary
}
