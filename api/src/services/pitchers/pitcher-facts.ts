import type {
  PitcherFacts,
  PitcherPhase,
  PitcherStart,
  PitchingGame,
  StatForecastWire,
} from '@propsight/shared/contracts'
import { needsEarlierSeason } from '@propsight/shared/domain'
import type { ClubHitting } from '../../sources/stats/format/season-stats.ts'
import type { LoadedLog } from '../../sources/stats/stats-client.ts'
import type { PlayerForecast } from '../board/forecast/forecast-player.ts'
import type { Probable } from './probable-pitchers.ts'

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
interface OpponentHistory {
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

const DAY_MS = 86_400_000
const OUTS_OF_NINE_INNINGS = 27
const OUTS_OF_AN_INNING = 3
/** Limits of the contract. */
const MAX_RECENT = 10
const MAX_AGAINST = 40

const STAT_OF_PHASE: Readonly<Record<PitcherPhase, string>> = {
  strikeouts: 'Pitcher Strikeouts',
  'hits-allowed': 'Hits Allowed',
}

const startOf = ({ date, opponent, homeAway, outs, strikeOuts, hits }: PitchingGame): PitcherStart => ({
  date,
  opponent,
  homeAway,
  outs,
  strikeOuts,
  hits,
})

const sum = (games: readonly PitchingGame[], count: (game: PitchingGame) => number): number =>
  games.reduce((total, game) => total + count(game), 0)

const numberOrNull = (value: number | null): number | null => (Number.isNaN(value) ? null : value)

/**
 * Rates of a pitcher's season so far by the official definitions (MLB glossary: ERA, K/9, H/9, WHIP). Relief
 * games count, as in the rates of the stats service. They are computed from the game log, because the rates
 * of the service already include the game of the day.
 */
export function seasonRates(games: readonly PitchingGame[]): PitcherFacts['season'] {
  const outs = sum(games, (game) => game.outs)
  const per = (inOuts: number, count: (game: PitchingGame) => number) =>
    outs > 0 ? (sum(games, count) * inOuts) / outs : null
  return {
    // Games without earned runs make the sum, and with it the rate, unknown.
    era: numberOrNull(per(OUTS_OF_NINE_INNINGS, (game) => game.earnedRuns ?? Number.NaN)),
    whip: per(OUTS_OF_AN_INNING, (game) => game.baseOnBalls + game.hits),
    strikeOutsPer9: per(OUTS_OF_NINE_INNINGS, (game) => game.strikeOuts),
    hitsPer9: per(OUTS_OF_NINE_INNINGS, (game) => game.hits),
    starts: games.filter(({ started }) => started).length,
  }
}

/** Batting rates of a club; null for an unknown club and before its first game. */
export function opponentRates(batting: ClubHitting | undefined): PitcherFacts['opponent'] {
  if (!batting) return { strikeOutRate: null, contactRate: null, hitRate: null }
  const { plateAppearances, baseOnBalls, hitByPitch, strikeOuts, hits } = batting.stat
  // Not a number, and thus without rates, where hit by pitch is unknown.
  const swung = plateAppearances - baseOnBalls - (hitByPitch ?? Number.NaN)
  return {
    strikeOutRate: plateAppearances > 0 ? strikeOuts / plateAppearances : null,
    contactRate: swung > 0 ? Math.max(0, 1 - strikeOuts / swung) : null,
    hitRate: swung > 0 ? hits / swung : null,
  }
}

/** Days of rest between two appearances, excluding both days: Monday to Saturday is four days of rest. */
export function daysOfRest(last: string | undefined, date: string): number | null {
  if (last === undefined) return null
  return Math.max(0, Math.round((Date.parse(date) - Date.parse(last)) / DAY_MS) - 1)
}

interface FactsInput {
  readonly pitcher: Probable
  readonly phase: PitcherPhase
  /** League day of the game. */
  readonly date: string
  /** This season's games before it, oldest first. */
  readonly games: readonly PitchingGame[]
  readonly history: OpponentHistory
  readonly opponent: ClubHitting | undefined
  readonly expected: PlayerForecast
  /** The opposing batting order of `expected`. */
  readonly lineup: PitcherFacts['lineup']
}

/** The starts against the opponent of the coming game. */
export const startsAgainst = (games: readonly PitchingGame[], { opponentNames }: Probable): PitchingGame[] =>
  games.filter(({ started, opponent }) => started && opponentNames.has(opponent))

/** Prices are for signed-in users; the page is public. */
const withoutPrices = ({ shown, ...forecast }: StatForecastWire): StatForecastWire => {
  if (!shown) return forecast
  const { quotes: _, ...free } = shown
  return { ...forecast, shown: free }
}

/**
 * One record of the stream: facts of a pitcher and the forecast of the engine. The page applies its own entry
 * rules.
 */
export function pitcherFacts(input: FactsInput): PitcherFacts {
  const { pitcher, phase, date, games, history, opponent, expected, lineup } = input
  const forecast = expected.forecasts?.find(({ stat }) => stat === STAT_OF_PHASE[phase])
  const none = expected.forecastMissing ?? 'none for these stats'
  return {
    type: 'pitcher',
    id: pitcher.shown.id,
    phase,
    recent: games
      .filter(({ started }) => started)
      .slice(-MAX_RECENT)
      .map(startOf),
    vsOpponent: [...history.games, ...startsAgainst(games, pitcher)].slice(-MAX_AGAINST).map(startOf),
    ...(history.missingSeasons.length > 0 ? { missingSeasons: [...history.missingSeasons] } : {}),
    season: seasonRates(games),
    opponent: opponentRates(opponent),
    daysOfRest: daysOfRest(games.at(-1)?.date, date),
    ...(forecast
      ? {
          forecast: withoutPrices(forecast),
          ...(expected.forecastNote && { forecastNote: expected.forecastNote }),
          lineup,
          ...(expected.engine ? { engine: expected.engine } : {}),
        }
      : { forecastMissing: none }),
  }
}
