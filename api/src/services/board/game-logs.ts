import type {
  BaseballGroup,
  GameLogRecord,
  GameLogsBody,
  PlayerLogRecord as LogRecord,
  StatForecastWire,
} from '@propsight/shared/contracts'
import { canonicalClubCode } from '@propsight/shared/domain'
import { deriveOnce } from '../../platform/cache/cache.ts'
import { runInSlices, runSlice } from '../../platform/concurrency/event-loop.ts'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import { dayBefore } from '../../sources/stats/finished-games.ts'
import type { StatsPerson } from '../../sources/stats/format/roster.ts'
import type { LeaguePorts, LoadedLog, PersonLog } from '../../sources/stats/stats-client.ts'
import { type PropEvidence, type PropPorts, showForecasts } from '../props/show-forecasts.ts'
import type { TransactionPorts } from './availability/read-transactions.ts'
import { streamBoxScoreLogs } from './box-score-logs.ts'
import { type ForecastPorts, readForecastContext } from './forecast/forecast-context.ts'
import type { PlayerForecasts } from './forecast/forecast-player.ts'
import { startForecasts } from './forecast/start-forecasts.ts'
import { type GameContext, startGameContext } from './game-context.ts'
import type { GameLogStreamPorts, LogsRecord, LogsSummary, MarketsOfRequest } from './game-log-stream.ts'
import { findPlayer, type RequestedPlayer, teamIdsByCode } from './players.ts'

type BaseballRecord = Extract<LogRecord, { type: 'player' | 'pitcher' }>
type BaseballPlayer = RequestedPlayer & { readonly group: BaseballGroup }

function toRecord(
  { person, hitting, pitching, unread }: PersonLog,
  { name, team, group }: BaseballPlayer,
  { otherGames, ...forecast }: PlayerForecasts,
  { others, ...gameContext }: GameContext,
): BaseballRecord {
  const withTonight = otherGames?.map((other) => {
    const tonight = others?.find(({ gamePk }) => gamePk === other.forecastGame?.gamePk)
    return { ...other, ...(tonight && { tonight }) }
  })
  const base = {
    name,
    team,
    personId: person.id,
    fullName: person.fullName,
    position: person.primaryPosition?.abbreviation ?? '',
    batSide: person.batSide?.code ?? null,
    pitchHand: person.pitchHand?.code ?? null,
    ...forecast,
    ...gameContext,
    ...(unread !== undefined && { unread }),
    ...(withTonight && { otherGames: withTonight }),
  }
  return group === 'hitting'
    ? { ...base, type: 'player', group: 'hitting', games: hitting }
    : { ...base, type: 'pitcher', group: 'pitching', games: pitching }
}

/**
 * Builds the record of a player on a board. Returns the same object while nothing in it changes, so that the
 * cache of boards can compare records by identity.
 */
export const buildRecord = deriveOnce(
  toRecord,
  (_log, { name, team, group }, forecast, gameContext): readonly unknown[] => [
    // These small objects are new in each call.
    JSON.stringify([name, team, group, gameContext]),
    forecast.forecasts ?? forecast.forecastMissing,
    ...(forecast.otherGames ?? []).map(({ forecasts }) => forecasts),
  ],
)

const scopedRecords = new WeakMap<GameLogRecord, Map<string, GameLogRecord>>()

/**
 * Removes the forecasts of markets that a run does not cover. Returns the same object for the same record and
 * markets, as `buildRecord` does.
 * @param markets names as in `findStatType`; null keeps every forecast
 */
export function scopeRecord<R extends GameLogRecord>(record: R, markets: ReadonlySet<string> | null): R {
  if (markets === null || !('games' in record)) return record
  const forecastScope = [...markets]
  const key = JSON.stringify(forecastScope)
  const scoped = scopedRecords.get(record) ?? new Map<string, GameLogRecord>()
  scopedRecords.set(record, scoped)
  const cached = scoped.get(key)
  if (cached) return cached as R
  const inScope = (all: StatForecastWire[]) => all.filter(({ stat }) => markets.has(stat))
  const forecasts = record.forecasts && inScope(record.forecasts)
  const otherGames = record.otherGames?.map((other) => ({
    ...other,
    forecasts: inScope(other.forecasts ?? []),
  }))
  const made = {
    ...record,
    ...(forecasts && { forecasts }),
    ...(otherGames && { otherGames }),
    forecastScope,
  }
  scoped.set(key, made)
  return made
}

type Forecasts = Pick<LogRecord, 'forecasts' | 'forecastGame'>

/** Replaces the forecasts of a record. Returns the same object for the same record and forecasts. */
const replaceForecasts = deriveOnce(
  <R extends LogRecord>(
    record: R,
    forecasts: Forecasts['forecasts'],
    ...others: readonly Forecasts['forecasts'][]
  ): R => {
    const otherGames = record.otherGames?.map((other, index) => ({ ...other, forecasts: others[index] }))
    return { ...record, ...(forecasts && { forecasts }), ...(otherGames && { otherGames }) }
  },
)

/** Adds what the product shows of each market to the forecasts of a record. */
function withShown<R extends LogRecord>(record: R, evidenceOf: PropEvidence): R {
  const { name, fullName, team, personId, otherGames = [] } = record
  const show = ({ forecasts, forecastGame }: Forecasts) => {
    if (!forecasts || !forecastGame) return forecasts
    const { gamePk, startsAt = null } = forecastGame
    return showForecasts(forecasts, { gamePk, personId, names: [name, fullName], team, startsAt }, evidenceOf)
  }
  return replaceForecasts(record, show(record), ...otherGames.map(show)) as R
}

/** A player of the request with the club of the request. Several of them may be the same person. */
interface BoardPlayer {
  readonly player: BaseballPlayer
  readonly clubId: number | undefined
}

const GROUPS = ['hitting', 'pitching'] as const satisfies readonly BaseballGroup[]

const missing = (
  { name, team, group }: RequestedPlayer,
  reason: Extract<LogsRecord, { type: 'missing' }>['reason'],
): LogsRecord => ({ type: 'missing', name, team, group, reason })

/** Players that are looked up at once: about 2 ms. */
const PLAYERS_PER_SLICE = 40

/** Prefetch at most once a second; the results stay cached for minutes. */
const PREFETCH_MS = 1_000
export type GameLogPorts = ForecastPorts & TransactionPorts & LeaguePorts<'players'>

/** Time of the last prefetch in monotonic milliseconds (`performance.now`). */
const prefetchedAtMs = new WeakMap<GameLogPorts['upstream'], number>()

/**
 * Prefetches the data that the game logs of every board need, while the lines of the board are still being
 * read.
 */
export function prefetchGameLogs(deps: GameLogPorts): void {
  const { upstream, clock } = deps
  if (performance.now() - (prefetchedAtMs.get(upstream) ?? Number.NEGATIVE_INFINITY) < PREFETCH_MS) return
  prefetchedAtMs.set(upstream, performance.now())
  const season = clock.season()
  // Failures are ignored here: the later request for the game logs reports them.
  upstream.stats.players(season).catch(() => undefined)
  upstream.stats.teams(season).catch(() => undefined)
  for (const day of [clock.today(), dayBefore(clock.today())]) {
    upstream.stats.schedule(day).catch(() => undefined)
  }
  readForecastContext(deps).catch(() => undefined)
}

const isBaseball = (player: RequestedPlayer): player is BaseballPlayer =>
  player.group === 'hitting' || player.group === 'pitching'

/** Joins the summaries of the sports of a board. */
const joinSummaries = (a: LogsSummary, b: LogsSummary): LogsSummary => ({
  players: a.players + b.players,
  missing: a.missing + b.missing,
  readAt: [a.readAt, b.readAt].toSorted()[0] ?? a.readAt,
  stale: a.stale || b.stale,
})

/**
 * Streams the season's game logs of a board's players in the order of arrival, each with the forecasts and the
 * context of the player's next game, and of the other game of a doubleheader.
 * @param write sends one record; an error (the client has disconnected) ends the stream, while upstream
 *   requests that are shared with other callers continue
 * @param marketsOf the markets of a player's record, as in `scopeRecord`: only these are composed; by default all
 * @throws UpstreamError when no game log of a sport could be read
 */
export async function streamGameLogs(
  deps: GameLogPorts & PropPorts,
  players: GameLogsBody['players'],
  write: (record: LogsRecord) => Promise<void>,
  marketsOf: MarketsOfRequest = () => null,
): Promise<LogsSummary> {
  const { leagues } = deps.upstream
  await write({ type: 'start', total: players.length, season: deps.clock.season() })
  const evidence = deps.propEvidence()
  const baseball = players.filter(isBaseball)
  const summaries: LogsSummary[] = []
  for (const league of leagues) {
    const own = players.filter(({ group }) => group === league.group)
    if (own.length === 0) continue
    const evidenceOf = await evidence
    summaries.push(
      await streamBoxScoreLogs(deps, league, own, write, (record, player) =>
        withShown(scopeRecord(record, marketsOf(player)), evidenceOf),
      ),
    )
  }
  if (baseball.length > 0 || summaries.length === 0)
    summaries.push(await streamBaseballLogs(deps, baseball, write, marketsOf, evidence))
  return summaries.reduce(joinSummaries)
}

/** Streams the logs of baseball players. @throws UpstreamError when none could be read */
async function streamBaseballLogs(
  deps: GameLogPorts,
  players: readonly BaseballPlayer[],
  write: (record: LogsRecord) => Promise<void>,
  marketsOf: MarketsOfRequest,
  readingEvidence: Promise<PropEvidence>,
): Promise<LogsSummary> {
  const { upstream, clock } = deps
  const season = clock.season()
  const today = clock.today()
  const [roster, teams] = await Promise.all([upstream.stats.players(season), upstream.stats.teams(season)])
  const summary: LogsSummary = { players: 0, missing: 0, readAt: roster.readAt, stale: roster.stale }
  let failure: unknown

  const clubIds = teamIdsByCode(teams.value)
  /** The book's club takes precedence: after a trade, the roster lists the former club for a while. */
  const clubOf = ({ team }: RequestedPlayer, person: StatsPerson) =>
    clubIds.get(canonicalClubCode(team)) ?? person.currentTeam?.id
  const clubs = new Set<number>()

  const byPerson: Record<BaseballGroup, Map<number, BoardPlayer[]>> = {
    hitting: new Map(),
    pitching: new Map(),
  }
  const writeMissing = async (player: RequestedPlayer, reason: Parameters<typeof missing>[1]) => {
    summary.missing += 1
    await write(missing(player, reason))
  }
  const register = (player: BaseballPlayer, person: StatsPerson) => {
    const clubId = clubOf(player, person)
    if (clubId !== undefined) clubs.add(clubId)
    const boardPlayers = byPerson[player.group].get(person.id)
    if (boardPlayers) boardPlayers.push({ player, clubId })
    else byPerson[player.group].set(person.id, [{ player, clubId }])
  }
  const unknown: Parameters<typeof writeMissing>[] = []
  await runInSlices(players, PLAYERS_PER_SLICE, (player) => {
    const found = findPlayer(roster.value, teams.value, player)
    if (found.ok) register(player, found.person)
    else unknown.push([player, found.reason])
  })
  for (const [player, reason] of unknown) await writeMissing(player, reason)
  const forecastOf = startForecasts(deps, clubs)
  const codes = new Map(teams.value.map(({ id, abbreviation }) => [id, abbreviation]))
  const gameContext = startGameContext(deps, clubs, codes)

  const deliver = async (loaded: LoadedLog, boardPlayers: readonly BoardPlayer[]) => {
    if (!loaded.ok) {
      const unknown = loaded.error instanceof UpstreamError && loaded.error.failure === 'unknown'
      if (!unknown) failure = loaded.error
      for (const { player } of boardPlayers) {
        await writeMissing(player, unknown ? 'unknown player' : 'upstream failed')
      }
      return
    }
    if (loaded.log.readAt < summary.readAt) summary.readAt = loaded.log.readAt
    summary.stale ||= loaded.log.stale
    const log = loaded.log.value
    const evidenceOf = await readingEvidence
    for (const { player, clubId } of boardPlayers) {
      const subject = { group: player.group, log, clubId }
      const forecasts = await forecastOf(subject)
      const shown = await runSlice(() => {
        const record = buildRecord(log, player, forecasts, gameContext(subject))
        return withShown(scopeRecord(record, marketsOf(player)), evidenceOf)
      })
      summary.players += 1
      await write(shown)
    }
  }
  await Promise.all(
    GROUPS.map(async (group) => {
      const playersById = byPerson[group]
      if (playersById.size === 0) return
      for await (const loaded of upstream.stats.gameLogs([...playersById.keys()], group, season, today)) {
        await deliver(loaded, playersById.get(loaded.personId) ?? [])
      }
    }),
  )
  if (summary.players === 0 && failure !== undefined) throw failure
  return summary
}

/** Binds `streamGameLogs`, as services of other topics use it. */
export const bindGameLogs = (ports: Omit<GameLogPorts & PropPorts, 'log'>): GameLogStreamPorts => ({
  streamGameLogs: (players, write, log, marketsOf) =>
    streamGameLogs({ ...ports, log }, players, write, marketsOf),
})
