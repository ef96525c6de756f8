import { venueOfPark } from '@propsight/league/replay'
import { findParkFactors } from '@propsight/shared/domain'
import {
  addTotals,
  type BatSide,
  type BatterGame,
  type BatterInput,
  type BattingTotals,
  type GameSetting,
  NO_TOTALS,
  type ParkFactors,
  type PitcherGame,
  type PitcherInput,
  RECENT_DAYS,
  SEASONS_BACK,
  type Starter,
} from '@propsight/shared/domain/engine'
import type {
  BattingRow,
  PastSeason,
  PitchingRow,
  ScheduledGame,
  Season,
  SeasonStarter,
} from '../read/season.ts'
import { type EarlierSeasons, earlierSeasons } from './earlier-seasons.ts'
import { type AnnouncedOrder, announcedOrders, Lineups } from './lineups.ts'
import { addByKey, addRows, LeagueStartTotals } from './totals.ts'

/** All lines of one day. */
export interface DayRows {
  readonly date: string
  readonly batting: readonly BattingRow[]
  readonly pitching: readonly PitchingRow[]
}

const DAY_MS = 86_400_000

/** Adds one game to a player's log. It makes a new array, because earlier inputs contain the old one. */
const append = <G>(logs: Map<string, readonly G[]>, id: string, game: G): void => {
  logs.set(id, [...(logs.get(id) ?? []), game])
}

/**
 * The data of a season up to a morning. It gets finished days one by one from `feed` and has no other source,
 * so a forecast cannot use its own day or a later one. Returned objects never change afterwards.
 */
export class SeasonState {
  #last = ''
  #league: BattingTotals = NO_TOTALS
  #days: readonly { readonly date: string; readonly totals: BattingTotals }[] = []
  #recent: { readonly date: string; readonly totals: BattingTotals } | null = null
  readonly #clubs = new Map<string, BattingTotals>()
  readonly #staffs = new Map<string, BattingTotals>()
  readonly #batters = new Map<string, readonly BatterGame[]>()
  readonly #pitchers = new Map<string, readonly PitcherGame[]>()
  readonly #sides = new Map<string, BatSide>()
  readonly #hands = new Map<string, 'L' | 'R'>()
  /** By club, then by park: number of the club's home lines this season. */
  readonly #homes = new Map<string, Map<string, number>>()
  readonly #lineups: Lineups
  readonly #starts = new LeagueStartTotals()
  /** Null without earlier seasons. */
  readonly #earlier: EarlierSeasons | null

  /** @param earlier seasons before this one, of players */
  constructor(earlier: readonly PastSeason[] = []) {
    this.#earlier = earlier.length === 0 ? null : earlierSeasons(earlier)
    this.#lineups = new Lineups(this.#earlier)
  }

  /**
   * Adds a finished day.
   * @throws Error for a day that is not later than the last one
   */
  feed({ date, batting, pitching }: DayRows): void {
    if (date <= this.#last) throw new Error(`${date} is not after ${this.#last}`)
    this.#last = date
    this.#league = addRows(this.#league, batting)
    this.#days = [...this.#days, { date, totals: addRows(NO_TOTALS, batting) }].slice(-RECENT_DAYS)
    addByKey(this.#clubs, batting, (row) => row.club)
    addByKey(this.#staffs, batting, (row) => row.opponent)
    for (const row of batting) {
      append<BatterGame>(this.#batters, row.playerId, row)
      const side = this.#sides.get(row.playerId)
      // A player with plate appearances from both sides is a switch hitter.
      if (row.bats) this.#sides.set(row.playerId, side && side !== row.bats ? 'S' : row.bats)
    }
    for (const row of pitching) {
      append<PitcherGame>(this.#pitchers, row.playerId, row)
      if (row.throws) this.#hands.set(row.playerId, row.throws)
    }
    this.#lineups.feed(batting)
    this.#starts.feed(pitching)
    for (const { home, club, park } of batting) {
      if (!home || park === null) continue
      const parks = this.#homes.get(club) ?? new Map<string, number>()
      this.#homes.set(club, parks.set(park, (parks.get(park) ?? 0) + 1))
    }
    this.#recent = null
  }

  /** Totals of the league in the last `RECENT_DAYS` days before a day: one object for all inputs of the day. */
  #recentBatting(date: string): BattingTotals {
    if (this.#recent?.date === date) return this.#recent.totals
    const from = Date.parse(date) - RECENT_DAYS * DAY_MS
    const totals = this.#days
      .filter((day) => Date.parse(day.date) >= from)
      .reduce((sum, day) => addTotals(sum, day.totals), NO_TOTALS)
    this.#recent = { date, totals }
    return totals
  }

  /** A batter's games of earlier days, oldest first. */
  batterGames(playerId: string): readonly BatterGame[] {
    return this.#batters.get(playerId) ?? []
  }

  /** A pitcher's games of earlier days, oldest first. */
  pitcherGames(playerId: string): readonly PitcherGame[] {
    return this.#pitchers.get(playerId) ?? []
  }

  /**
   * The setting of a game: league totals and park.
   * @throws Error for a game whose day was already added
   */
  setting(game: ScheduledGame): GameSetting {
    if (game.date <= this.#last) throw new Error(`${game.id}: ${game.date} is known already`)
    return {
      date: game.date,
      league: this.#league,
      recentBatting: this.#recentBatting(game.date),
      starts: this.#starts.totals(),
      park: parkFactors(game.park, game.date),
      weather: null,
    }
  }

  /**
   * The engine's input for a batter before a game.
   * @param home whether the batter plays for the home club
   * @param slot place in the batting order; null while it is unknown
   */
  batter(game: ScheduledGame, home: boolean, playerId: string, slot: number | null): BatterInput {
    const [own, other] = home ? [game.home, game.away] : [game.away, game.home]
    const homePark = this.#homeOf(own)
    return {
      setting: this.setting(game),
      home,
      bats: this.#sides.get(playerId) ?? null,
      games: this.batterGames(playerId),
      earlier: this.#earlier?.batting.get(playerId) ?? null,
      slot,
      club: this.#clubs.get(own) ?? null,
      homePark: homePark === null ? null : parkFactors(homePark, game.date),
      opposingStaff: this.#staffs.get(other) ?? null,
      opposingStarter: this.#starter(home ? game.awayStarter : game.homeStarter),
    }
  }

  /**
   * The engine's input for a pitcher before a start.
   * @param order the announced batting order of the opposing club; null before it is announced, which is then
   *   guessed from its earlier games
   */
  pitcher(
    game: ScheduledGame,
    home: boolean,
    playerId: string,
    order: AnnouncedOrder | null = null,
  ): PitcherInput {
    const opponent = home ? game.away : game.home
    const scheduled = home ? game.homeStarter : game.awayStarter
    const announcedHand = scheduled?.id === playerId ? scheduled.throws : null
    return {
      setting: this.setting(game),
      home,
      throws: announcedHand ?? this.#hands.get(playerId) ?? null,
      games: this.pitcherGames(playerId),
      earlier: this.#earlier?.pitching.get(playerId) ?? null,
      opponent: this.#clubs.get(opponent) ?? null,
      lineup: order ? this.#lineups.announced(order) : this.#lineups.guess(opponent, game),
    }
  }

  #starter(starter: SeasonStarter | null): Starter | null {
    if (!starter) return null
    return {
      throws: starter.throws ?? this.#hands.get(starter.id) ?? null,
      games: this.pitcherGames(starter.id),
      earlier: this.#earlier?.pitching.get(starter.id) ?? null,
    }
  }

  /** The park with most home lines of a club this season; null before its first home game. */
  #homeOf(club: string): string | null {
    const [most] = [...(this.#homes.get(club) ?? [])].toSorted((a, b) => b[1] - a[1])
    return most?.[0] ?? null
  }
}

/** The factors that the product has in a season. Ids of the sample league's parks are those of MLB. */
const parkFactors = (park: string, date: string): ParkFactors | null =>
  findParkFactors(venueOfPark(park) ?? Number(park), date)

/** A visited day: its games, its lines, and the state of the morning. */
export interface WalkDay {
  readonly date: string
  /** Earlier days only. */
  readonly state: SeasonState
  /** The day's games by id. */
  readonly games: ReadonlyMap<string, ScheduledGame>
  /** The lines of the day, for comparison with forecasts only. */
  readonly batting: readonly BattingRow[]
  readonly pitching: readonly PitchingRow[]
  /** The batting order of a club in a game of the day, as announced; null where it is incomplete. */
  readonly orderOf: (gameId: string, home: boolean) => AnnouncedOrder | null
}

function visitedDay(rows: DayRows, state: SeasonState, schedule: readonly ScheduledGame[]): WalkDay {
  const games = new Map(schedule.map((game) => [game.id, game]))
  return { ...rows, state, games, orderOf: announcedOrders(rows.batting, games) }
}

export interface WalkRange {
  /** First and last visited day, `YYYY-MM-DD`, both included. Earlier days are part of the state. */
  readonly from?: string
  readonly to?: string
  /** Whether an earlier season counts although one between it and the visited year is missing; default true. */
  readonly acrossGaps?: boolean
}

/** The earlier seasons of a year: up to three before it, as the product reads them. */
export function seasonsBefore(
  { earlier = [] }: Season,
  year: number,
  acrossGaps = true,
): readonly PastSeason[] {
  const years = new Set(earlier.map((past) => past.year))
  const isUnbroken = (from: number): boolean =>
    Array.from({ length: year - from }, (_, at) => from + at).every((each) => years.has(each))
  return earlier.filter(
    ({ year: then }) => then < year && then >= year - SEASONS_BACK && (acrossGaps || isUnbroken(then)),
  )
}

/**
 * Goes through a season day by day and visits the days of the range with the state of their morning. The
 * state gets a day after the visit, so both games of a doubleheader have the same state. A new year begins
 * with an empty state, like the game logs of the product, and with the earlier seasons that the product reads.
 */
export function walk(season: Season, range: WalkRange, visit: (day: WalkDay) => void): void {
  const { from = '', to = '9999-12-31', acrossGaps } = range
  const games = Map.groupBy(season.games, ({ date }) => date)
  const batting = Map.groupBy(season.batting, ({ date }) => date)
  const pitching = Map.groupBy(season.pitching, ({ date }) => date)
  let state = new SeasonState()
  let year = ''
  for (const date of [...games.keys()].toSorted()) {
    if (date > to) return
    if (date.slice(0, 4) !== year) {
      year = date.slice(0, 4)
      state = new SeasonState(seasonsBefore(season, Number(year), acrossGaps))
    }
    const rows = { date, batting: batting.get(date) ?? [], pitching: pitching.get(date) ?? [] }
    if (date >= from) visit(visitedDay(rows, state, games.get(date) ?? []))
    state.feed(rows)
  }
}
