import type Router from '@koa/router'
import { easternDate, type LeagueClock, MLB_ODDS } from '@propsight/shared/domain'
import { NFL_ODDS } from '@propsight/shared/domain/sports/nfl'
import { computePhase, describePhase, type GamePlayback } from '../live/day-games.ts'
import { extractNextDay, type NextDay, nextBoardOpensAt, type PhasedGame, worldAt } from '../live/world-at.ts'
import { SampleNba } from '../nba/league.ts'
import { nbaOdds, openNbaReplay, SampleNbaOdds } from '../nba/odds.ts'
import type { NbaSource } from '../nba/play.ts'
import { nbaRoutes } from '../nba/service.ts'
import { SampleNfl } from '../nfl/league.ts'
import { nflRoutes } from '../nfl/service.ts'
import type { LeagueOdds, OddsSource } from '../odds/odds-source.ts'
import { type BoardLine, dateOf, dayNumber, instantOf, type World } from '../world/world.ts'
import { LeagueIndex } from './league-index.ts'

/** A league at the book. */
export interface BookLeague {
  readonly id: number
  readonly name: string
  readonly icon: string
}

/** A sport besides baseball: its lines, and the paths of its services. */
export interface SampleSport {
  readonly book: BookLeague
  lines(now: Date): readonly BoardLine[]
  /** The sport at the odds service; null in a replay. */
  readonly odds: LeagueOdds | null
  routes(now: () => Date): Router
}

/** No book of the sample prices football. */
const NFL_AT_ODDS: LeagueOdds = {
  sport: NFL_ODDS,
  title: 'NFL',
  group: 'American Football',
  description: 'US Football',
  source: null,
}

/** The folders of a replay besides those of baseball, and its day. */
export interface OtherFolders {
  readonly folders: readonly string[]
  readonly date: string
}

/** The NBA with its odds: the sample one, or that of a replay's folders. */
function openNba(
  seed: string | null,
  replay: OtherFolders | null,
): { nba: NbaSource | null; odds: LeagueOdds | null } {
  if (seed !== null) {
    const nba = new SampleNba(seed)
    return { nba, odds: nbaOdds(new SampleNbaOdds(seed, nba)) }
  }
  if (!replay || replay.folders.length === 0) return { nba: null, odds: null }
  const { nba, odds } = openNbaReplay(replay.folders, replay.date)
  return { nba, odds: nbaOdds(odds) }
}

/** Makes the sports. @param seed null in a replay: a sport without a folder has the paths and no games */
export function makeSports(seed: string | null, replay: OtherFolders | null): readonly SampleSport[] {
  const { nba, odds } = openNba(seed, replay)
  const nfl = seed === null ? null : new SampleNfl(seed)
  return [
    {
      book: { id: 7, name: 'NBA', icon: 'basketball' },
      lines: (now) => nba?.lines(now) ?? [],
      odds,
      routes: (now) => nbaRoutes(nba, now),
    },
    {
      book: { id: 9, name: 'NFL', icon: 'football' },
      lines: (now) => nfl?.lines(now) ?? [],
      odds: nfl && NFL_AT_ODDS,
      routes: (now) => nflRoutes(nfl, now),
    },
  ]
}

/** A clock that a test can set. It runs or is frozen like the clock that it wraps. */
export interface MovableClock extends LeagueClock {
  moveTo(instant: Date): void
}

/** Wraps a clock. Until the first `moveTo` it shows the same time. */
export function movableClock(clock: LeagueClock): MovableClock {
  let ahead = 0
  const now = () => new Date(clock.now().getTime() + ahead)
  return {
    spec: clock.spec,
    now,
    today: () => easternDate(now()),
    season: () => Number(easternDate(now()).slice(0, 4)),
    moveTo: (instant) => {
      ahead = instant.getTime() - clock.now().getTime()
    },
  }
}

/** Spare lines in the tables: more than the games of a day and of the evening before have. */
const SPARE_LINES = 2_000
/** Time after midnight in which games of the evening before can be in progress. */
const LATE_GAMES_MS = 5 * 3_600_000
/** Time before the first pitch at which the state of a game can change for the first time. */
const FIRST_CHANGE_MS = 3_600_000

/** Source of the day's simulated games and of tomorrow's league. */
export interface DaySource {
  readonly open: (day: string) => World
  readonly dayGames: (day: string) => readonly GamePlayback[]
}

/**
 * One day of the league: returns the state of the league at any instant of the day. It includes yesterday's
 * games that continue past midnight.
 */
export class LeagueDay {
  readonly day: string
  readonly #source: DaySource
  readonly #morning: World
  readonly #index: LeagueIndex
  readonly #lengths: { readonly batting: number; readonly pitching: number }
  /**
   * Instants (ms since 1970): all games of the evening before are over; the day's first game can change; the
   * book shows tomorrow's lines.
   */
  readonly #lateGamesEnd: number
  readonly #firstChange: number
  readonly #nextBoardOpens: number
  #today: readonly GamePlayback[] | null = null
  #lateGames: readonly GamePlayback[] | null = null
  #next: NextDay | null = null
  #latest: { readonly stamp: string; readonly index: LeagueIndex } | null = null

  constructor(world: World, source: DaySource) {
    this.day = world.day
    this.#source = source
    const { batting, pitching } = world
    this.#lengths = { batting: batting.length, pitching: pitching.length }
    this.#morning = {
      ...world,
      batting: batting.withRoom(SPARE_LINES),
      pitching: pitching.withRoom(SPARE_LINES),
    }
    this.#index = new LeagueIndex(this.#morning)
    const starts = world.games.filter(({ date }) => date === this.day).map(({ startsAt }) => startsAt)
    this.#lateGamesEnd = Date.parse(instantOf(this.day, '00:00', 'America/New_York')) + LATE_GAMES_MS
    this.#firstChange = Math.min(...starts.map((at) => Date.parse(at))) - FIRST_CHANGE_MS
    this.#nextBoardOpens = nextBoardOpensAt(this.day, starts)
  }

  /** The league at an instant of the day. Instants with the same state share one index. */
  at(now: Date): LeagueIndex {
    const phasedGames = this.#phasedGames(now)
    const next = this.#nextDay(now)
    const stamp = `${next !== null} ${phasedGames.map(({ phase }) => describePhase(phase)).join(' ')}`
    if (this.#latest?.stamp === stamp) return this.#latest.index
    const world = worldAt(this.#morning, this.#lengths, phasedGames, next)
    const lateGames = phasedGames.filter(({ playback }) => playback.game.date < this.day).map(({ at }) => at)
    const progress = new Map(phasedGames.map(({ at, phase }) => [at, describePhase(phase)]))
    const index = new LeagueIndex(world, { morning: this.#index, replaced: new Set(lateGames), progress })
    this.#latest = { stamp, index }
    return index
  }

  #phasedGames(now: Date): PhasedGame[] {
    const time = now.getTime()
    // Making the games of a day simulates the season up to it, so they are made only when needed.
    if (time < this.#lateGamesEnd) this.#lateGames ??= this.#makeLateGames()
    if (time >= this.#firstChange) this.#today ??= this.#source.dayGames(this.day)
    const lateGames = (this.#lateGames ?? []).filter(({ endsAt }) => time < endsAt)
    return [...lateGames, ...(this.#today ?? [])].flatMap((playback) => {
      const at = this.#index.gameIndex.get(playback.game.pk)
      return at === undefined ? [] : [{ playback, phase: computePhase(playback, now), at }]
    })
  }

  #makeLateGames(): GamePlayback[] {
    const midnight = this.#lateGamesEnd - LATE_GAMES_MS
    const before = dateOf(dayNumber(this.day) - 1)
    return this.#source
      .dayGames(before)
      .filter(({ makeupGames, endsAt }) => !makeupGames && endsAt > midnight)
  }

  #nextDay(now: Date): NextDay | null {
    if (now.getTime() < this.#nextBoardOpens) return null
    this.#next ??= extractNextDay(this.#morning, this.#source.open(dateOf(dayNumber(this.day) + 1)))
    return this.#next
  }
}

/** Injected failures for tests of clients: the next `times` requests to paths with this prefix fail. */
export interface Fault {
  readonly path: string
  readonly status: number
  times: number
}

/** Access to the odds service: the accepted key (null: any), and the credits of a key. */
export interface OddsAccess {
  readonly key: string | null
  readonly allowance: number
}

/** The state of a league server. The league follows the clock, within a day and from day to day. */
export interface LeagueState {
  index(): LeagueIndex
  now(): Date
  /** Seed of weather and football; null in a replay, which has neither. */
  readonly seed: string | null
  /** The sports besides baseball. */
  readonly sports: readonly SampleSport[]
  /** The clock that tests can set; null unless the league was started with `control`. */
  readonly control: MovableClock | null
  /** Player props of sportsbooks, by sport. */
  readonly odds: readonly LeagueOdds[]
  readonly oddsAccess: OddsAccess
  readonly faults: Fault[]
  readonly latencyMs: number
}

/** Source of leagues. A replay has no `dayGames`, because its day is fixed at its morning. */
export interface LeagueSource {
  /** Makes or reads the league of a day; called at the first request of each day. */
  readonly open: (day: string) => World
  /** Simulates the games of a day. */
  readonly dayGames?: (day: string) => readonly GamePlayback[]
}

/** Returns a function that gives the league of a day at an instant. */
const followClock = (
  first: World,
  { open, dayGames }: LeagueSource,
): ((day: string, now: Date) => LeagueIndex) => {
  if (!dayGames) {
    const index = new LeagueIndex(first)
    return () => index
  }
  let current = new LeagueDay(first, { open, dayGames })
  return (day, now) => {
    if (current.day !== day) current = new LeagueDay(open(day), { open, dayGames })
    return current.at(now)
  }
}

/**
 * Makes the state of a league server.
 * @param first the league on the day of the start
 * @param today returns the clock's day, `YYYY-MM-DD`
 * @param source makes the leagues of later days
 * @param settings the remaining fields of the state; `makeOdds` receives the current index, `replay` is null without one
 */
export function leagueState(
  first: World,
  today: () => string,
  source: LeagueSource,
  {
    makeOdds,
    replay,
    ...settings
  }: Pick<LeagueState, 'now' | 'seed' | 'latencyMs' | 'control' | 'oddsAccess'> & {
    readonly makeOdds: (index: () => LeagueIndex) => OddsSource | null
    readonly replay: OtherFolders | null
  },
): LeagueState {
  const at = followClock(first, source)
  const index = () => at(today(), settings.now())
  const sports = makeSports(settings.seed, replay)
  const baseball: LeagueOdds = {
    sport: MLB_ODDS,
    title: 'MLB',
    group: 'Baseball',
    description: 'Major League Baseball',
    source: makeOdds(index),
  }
  const odds = [baseball, ...sports.flatMap((sport) => sport.odds ?? [])]
  return { ...settings, index, sports, odds, faults: [] }
}
