import type { PitchingGame } from '@propsight/shared/contracts'
import { needsEarlierSeason } from '@propsight/shared/domain'
import type { LoadedLog } from '../../sources/stats/stats-client.ts'

/** Seasons requested in parallel: as many as the pacing of the stats service allows. */
const SEASONS_IN_FLIGHT = 6

/** A pitcher whose earlier seasons are searched. */
export interface HistorySubject {
  readonly id: number
  /** Games found against the opponent this season. */
  readonly found: number
  /** Earlier seasons, newest first. */
  readonly seasons: readonly number[]
  /** Whether a game counts as a start against the opponent of the coming game. */
  readonly counts: (game: PitchingGame) => boolean
}

/** Starts against an opponent in earlier seasons. */
export interface OpponentHistory {
  /** Oldest first. */
  readonly games: readonly PitchingGame[]
  /** Needed seasons that could not be read, newest first. */
  readonly missingSeasons: readonly number[]
}

interface Search {
  readonly subject: HistorySubject
  readonly requestedSeasons: Set<number>
  /** The counted games per season; null for a season that could not be read. */
  readonly answers: Map<number, readonly PitchingGame[] | null>
  readonly done: PromiseWithResolvers<void>
}

/**
 * Collects the games from the newest season backwards until there are enough. The result does not depend on
 * the order in which the responses arrive.
 */
function collectHistory({ subject, answers }: Search): { history: OpponentHistory; complete: boolean } {
  const games: PitchingGame[] = []
  const missingSeasons: number[] = []
  let complete = true
  for (const season of subject.seasons) {
    if (!needsEarlierSeason(subject.found + games.length)) break
    const answer = answers.get(season)
    if (answer) games.unshift(...answer)
    else missingSeasons.push(season)
    complete &&= answer !== undefined
  }
  return { history: { games, missingSeasons }, complete }
}

/** The newest season that is still needed, with all searches that need it: one request serves them all. */
function nextRequest(searches: ReadonlySet<Search>): { season: number; requesters: Search[] } | null {
  const nextSeason = ({ subject, requestedSeasons }: Search) =>
    subject.seasons.find((season) => !requestedSeasons.has(season))
  const season = Math.max(...[...searches].map((search) => nextSeason(search) ?? Number.NEGATIVE_INFINITY))
  if (!Number.isFinite(season)) return null
  const needs = ({ subject, requestedSeasons }: Search) =>
    subject.seasons.includes(season) && !requestedSeasons.has(season)
  return { season, requesters: [...searches].filter(needs) }
}

/** Reads the game logs of some people in one season. */
type ReadSeason = (personIds: readonly number[], season: number) => AsyncIterable<LoadedLog>

/** The searches of many pitchers, which share the requests for seasons. */
class HistorySearches {
  readonly #readSeason: ReadSeason
  readonly #timeoutMs: number
  readonly #open = new Set<Search>()
  #inFlight = 0
  #scheduled: NodeJS.Immediate | null = null
  #timeout: NodeJS.Timeout | undefined

  constructor(readSeason: ReadSeason, timeoutMs: number) {
    this.#readSeason = readSeason
    this.#timeoutMs = timeoutMs
  }

  async find(subject: HistorySubject): Promise<OpponentHistory> {
    const done = Promise.withResolvers<void>()
    const search: Search = { subject, requestedSeasons: new Set(), answers: new Map(), done }
    const already = collectHistory(search)
    if (already.complete) return already.history
    this.#open.add(search)
    // In the next round of the event loop, so that pitchers added until then share the requests.
    this.#scheduled ??= setImmediate(() => this.#sendRequests())
    this.#restartTimeout()
    await done.promise
    return collectHistory(search).history
  }

  #finish(search: Search) {
    this.#open.delete(search)
    search.done.resolve()
  }

  #restartTimeout() {
    clearTimeout(this.#timeout)
    if (this.#open.size === 0) return
    this.#timeout = setTimeout(() => {
      for (const search of this.#open) this.#finish(search)
    }, this.#timeoutMs).unref()
  }

  #sendRequests() {
    this.#scheduled = null
    while (this.#inFlight < SEASONS_IN_FLIGHT) {
      const request = nextRequest(this.#open)
      if (!request) return
      for (const { requestedSeasons } of request.requesters) requestedSeasons.add(request.season)
      this.#inFlight += 1
      this.#requestSeason(request.season, request.requesters).catch(() => undefined)
    }
  }

  async #requestSeason(season: number, requesters: readonly Search[]) {
    const byId = new Map(requesters.map((search) => [search.subject.id, search]))
    try {
      for await (const log of this.#readSeason([...byId.keys()], season))
        this.#answer(byId.get(log.personId), season, log)
    } finally {
      for (const search of requesters) this.#answer(search, season, null)
      this.#inFlight -= 1
      this.#restartTimeout()
      this.#sendRequests()
    }
  }

  #answer(search: Search | undefined, season: number, log: LoadedLog | null) {
    if (!search || search.answers.has(season)) return
    search.answers.set(season, log?.ok ? log.log.value.pitching.filter(search.subject.counts) : null)
    if (collectHistory(search).complete) this.#finish(search)
  }
}

/**
 * Searches earlier seasons for starts against an opponent (row H3), for many pitchers together. One request
 * reads a season for all pitchers that still need games; several seasons are requested in parallel. A season
 * that fails is skipped and reported as missing.
 * @param timeoutMs how long to wait without any response; the remaining seasons are then missing, and later
 *   responses only fill the caches
 * @returns a function that returns the history of a pitcher; never throws
 */
export function createHistoryReader(
  readSeason: ReadSeason,
  timeoutMs: number,
): (subject: HistorySubject) => Promise<OpponentHistory> {
  const searches = new HistorySearches(readSeason, timeoutMs)
  return (subject) => searches.find(subject)
}
