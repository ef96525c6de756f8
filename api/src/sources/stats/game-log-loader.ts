import { type BaseballGroup, hittingGameSchema, pitchingGameSchema } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import * as z from 'zod'
import { type Ages, type Entry, freshness, toRead } from '../../platform/cache/freshness.ts'
import type { ReadThrough } from '../../platform/cache/read-through.ts'
import { runSlice } from '../../platform/concurrency/event-loop.ts'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import type { Timer } from '../../platform/timer.ts'
import { PEOPLE_PER_REQUEST } from '../constants.ts'
import { hittingGames, pitchingGames, type TeamCodes } from './compact-game.ts'
import type { IsFinished } from './finished-games.ts'
import { type StatsPersonLog, statsPeopleLogsSchema, statsPersonLogSchema } from './format/game-log.ts'
import { statsPersonSchema } from './format/roster.ts'
import type { LoadedLog, PersonLog } from './stats-client.ts'

/** Stored format of a game log. */
export const personLogSchema: z.ZodType<PersonLog> = z.object({
  person: statsPersonSchema,
  hitting: z.array(hittingGameSchema),
  pitching: z.array(pitchingGameSchema),
  unread: z.int().nonnegative().optional(),
  open: z.int().nonnegative().optional(),
})

const PERSON_FIELDS =
  'people,id,fullName,firstName,lastName,useName,useLastName,nameFirstLast,active,primaryPosition,code,abbreviation,' +
  'batSide,pitchHand,stats,type,displayName,group,splits,date,gameType,isHome,opponent,name,game,gamePk,gameNumber,stat'
const HITTING_FIELDS =
  'plateAppearances,atBats,hits,doubles,triples,homeRuns,runs,rbi,baseOnBalls,hitByPitch,stolenBases,strikeOuts'
const PITCHING_FIELDS =
  'gamesStarted,inningsPitched,outs,battersFaced,strikeOuts,hits,earnedRuns,runs,baseOnBalls,homeRuns,hitBatsmen'

interface LoaderOptions {
  client: ServiceClient
  cache: ReadThrough<PersonLog>
  ages: Ages
  timer: Timer
  log: Logger
  /** Club codes for the opponents of a season. If it fails, the request fails and nothing is cached. */
  teamCodes(logRequest: LogRequest): Promise<TeamCodes>
  /** Returns which games count as finished on a league day. Never throws. */
  finishedGames(today: string): Promise<IsFinished>
}

/** The parameters of a request for game logs, except the players. */
interface LogRequest {
  readonly group: BaseballGroup
  readonly season: number
  /** The league day. */
  readonly today: string
}

type Outcome = { ok: true; entry: Entry<PersonLog> } | { ok: false; error: unknown }
type Batch = Promise<Map<number, Outcome>>

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

const keyOf = (id: number, { group, season }: LogRequest): string => `${season}:${group}:${id}`

const queryOf = (ids: readonly number[], { group, season }: LogRequest) => ({
  personIds: ids.join(','),
  hydrate: `stats(group=[${group}],type=[gameLog],season=${season})`,
  fields: `${PERSON_FIELDS},${group === 'hitting' ? HITTING_FIELDS : PITCHING_FIELDS}`,
})

/** Converts a log of the service to the games that are over. Unreadable games are counted and logged. */
function compact(
  raw: StatsPersonLog,
  group: BaseballGroup,
  codes: TeamCodes,
  isFinished: IsFinished,
  onUnread: (person: number, skipped: number) => void,
): PersonLog {
  const { stats, ...person } = raw
  const splits = stats
    .filter((block) => block.group?.displayName === group && block.type?.displayName === 'gameLog')
    .flatMap((block) => block.splits)
  const hitting = group === 'hitting' ? hittingGames(splits, codes) : null
  const pitching = group === 'pitching' ? pitchingGames(splits, codes) : null
  const unread = (hitting ?? pitching)?.unread ?? 0
  if (unread > 0) onUnread(person.id, unread)
  const finished = {
    hitting: hitting?.games.filter(isFinished) ?? [],
    pitching: pitching?.games.filter(isFinished) ?? [],
  }
  const all = hitting?.games.length ?? pitching?.games.length ?? 0
  const open = all - finished.hitting.length - finished.pitching.length
  return { person, ...finished, ...(unread > 0 && { unread }), ...(open > 0 && { open }) }
}

/** Requests the logs of people from the service, and puts them into the cache. */
function createLogRequests(options: LoaderOptions): (ids: readonly number[], request: LogRequest) => Batch {
  const { client, cache, timer, log, teamCodes, finishedGames } = options
  const failed = (failure: 'unknown' | 'unreadable', cause?: unknown): Outcome => ({
    ok: false,
    error: new UpstreamError({ service: client.service, failure, cause }),
  })
  const warnUnread = (person: number, skipped: number) =>
    log.warn(
      { service: client.service, list: 'games of a player', person, skipped },
      'unreadable entries of an answer were skipped',
    )

  const request = async (ids: readonly number[], logRequest: LogRequest) => {
    const { group, today } = logRequest
    const isFinished = await finishedGames(today)
    const [{ people }, codes] = await Promise.all([
      client.get('/api/v1/people', queryOf(ids, logRequest), statsPeopleLogsSchema),
      teamCodes(logRequest),
    ])
    const readAtMs = timer.now()
    const outcomes = new Map<number, Outcome>(ids.map((id) => [id, failed('unknown')]))
    for (const raw of people) {
      const id = z.object({ id: z.int() }).safeParse(raw).data?.id
      if (id === undefined || !outcomes.has(id)) continue
      try {
        const value = await runSlice(() =>
          compact(statsPersonLogSchema.parse(raw), group, codes, isFinished, warnUnread),
        )
        const entry = { value, readAtMs }
        cache.put(keyOf(id, logRequest), entry)
        outcomes.set(id, { ok: true, entry })
      } catch (error) {
        outcomes.set(id, failed('unreadable', error))
      }
    }
    return outcomes
  }

  /**
   * If the service rejects a batch, requests each person alone, so that one bad id does not fail the batch.
   */
  const requestBatch = async (ids: readonly number[], logRequest: LogRequest): Batch => {
    try {
      return await request(ids, logRequest)
    } catch (error) {
      const concernsRequest = error instanceof UpstreamError && !error.concernsService
      const singly = concernsRequest && ids.length > 1
      const outcomes = singly
        ? (await Promise.all(ids.map((id) => requestBatch([id], logRequest)))).flatMap((batch) => [...batch])
        : ids.map((id): [number, Outcome] => [id, { ok: false, error }])
      return new Map(outcomes)
    }
  }

  return requestBatch
}

/**
 * Requests the people that no other instance is loading. Logs loaded by other instances are read from the
 * shared cache when those instances are done.
 */
function createSharedRequests(
  options: LoaderOptions,
): (ids: readonly number[], request: LogRequest) => Batch {
  const { cache, ages, timer } = options
  const requestBatch = createLogRequests(options)
  return async (ids, logRequest) => {
    const key = (id: number) => keyOf(id, logRequest)
    const readShared = async (subset: readonly number[]): Promise<[number, Outcome][]> => {
      const entries = await Promise.all(subset.map((id) => cache.fetch(key(id))))
      return subset.flatMap((id, index) => {
        const entry = entries[index]
        if (!entry || freshness(entry, ages, timer.now()) !== 'fresh') return []
        return [[id, { ok: true, entry }]]
      })
    }
    const readOrRequest = async (subset: readonly number[]) => {
      const found = new Map(await readShared(subset))
      const missing = subset.filter((id) => !found.has(id))
      return missing.length === 0 ? found : new Map([...found, ...(await requestBatch(missing, logRequest))])
    }
    const lease = await cache.leases.take(ids.map(key))
    const grantedIds = ids.filter((id) => lease.keys.has(key(id)))
    const waitingIds = ids.filter((id) => !lease.keys.has(key(id)))
    const requestGranted = async () => {
      let settled = false
      try {
        const outcomes = await readOrRequest(grantedIds)
        settled = [...outcomes.values()].every(({ ok }) => ok)
        return outcomes
      } finally {
        lease.end(settled)
      }
    }
    const grantedOutcomes = requestGranted()
    const waitingOutcomes =
      waitingIds.length === 0
        ? []
        : cache.leases.settled(waitingIds.map(key)).then(() => readOrRequest(waitingIds))
    return new Map([...(await grantedOutcomes), ...(await waitingOutcomes)])
  }
}

/** Requests logs with single flight per person: a log that is being loaded is not requested again. */
function createMissingRequests(options: LoaderOptions) {
  const requestOnce = createSharedRequests(options)
  const inFlight = new Map<string, Batch>()
  return (ids: readonly number[], logRequest: LogRequest): Set<Batch> => {
    const running = ids.map((id) => inFlight.get(keyOf(id, logRequest)))
    const batches = new Set(running.filter((batch) => batch !== undefined))
    const notInFlight = ids.filter((_, index) => running[index] === undefined)
    for (const chunk of chunks(notInFlight, PEOPLE_PER_REQUEST)) {
      const keys = chunk.map((id) => keyOf(id, logRequest))
      const batch = requestOnce(chunk, logRequest).finally(() => {
        for (const key of keys) inFlight.delete(key)
      })
      for (const key of keys) inFlight.set(key, batch)
      batches.add(batch)
    }
    return batches
  }
}

/** Finds the cached logs of people, of any age: in memory, and unless they are fresh there, in the shared cache. */
async function findCached(
  { cache, ages, timer }: LoaderOptions,
  ids: readonly number[],
  logRequest: LogRequest,
): Promise<ReadonlyMap<number, Entry<PersonLog>>> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const key = keyOf(id, logRequest)
      const entry = cache.get(key)
      if (freshness(entry, ages, timer.now()) === 'fresh') return [id, entry] as const
      return [id, (await cache.fetch(key)) ?? entry] as const
    }),
  )
  return new Map(found.flatMap(([id, entry]) => (entry ? [[id, entry]] : [])))
}

/**
 * Loads the game logs of many people in few requests. Logs are cached per person, with single flight per
 * person over all instances.
 */
export function createGameLogLoader(options: LoaderOptions) {
  const { ages, timer } = options
  const requestMissing = createMissingRequests(options)
  const stateOf = (entry: Entry<PersonLog> | undefined) => freshness(entry, ages, timer.now())

  return async function* gameLogs(
    personIds: readonly number[],
    group: BaseballGroup,
    season: number,
    today: string,
  ): AsyncGenerator<LoadedLog> {
    const logRequest = { group, season, today }
    const ids = [...new Set(personIds)]
    const found = await findCached(options, ids, logRequest)
    const usable = ['fresh', 'grace']
    const waiting = new Set(ids.filter((id) => !usable.includes(stateOf(found.get(id)))))
    const aging = ids.filter((id) => stateOf(found.get(id)) === 'grace')
    // Refreshed in the background: the next request reads the new log.
    for (const batch of requestMissing(aging, logRequest)) batch.catch(() => undefined)
    const batches = requestMissing([...waiting], logRequest)

    for (const id of ids) {
      const entry = found.get(id)
      if (entry && !waiting.has(id)) {
        yield { personId: id, ok: true, log: toRead(entry, timer.now(), false) }
      }
    }
    const pending = new Map(
      [...batches].map((batch) => [batch, batch.then((outcomes) => ({ batch, outcomes }))]),
    )
    while (pending.size > 0) {
      const { batch, outcomes } = await Promise.race(pending.values())
      pending.delete(batch)
      for (const [id, outcome] of outcomes) {
        if (!waiting.delete(id)) continue
        const last = found.get(id)
        if (outcome.ok) yield { personId: id, ok: true, log: toRead(outcome.entry, timer.now(), false) }
        else if (last && stateOf(last) !== 'unusable') {
          yield { personId: id, ok: true, log: toRead(last, timer.now(), true) }
        } else yield { personId: id, ok: false, error: outcome.error }
      }
    }
  }
}
