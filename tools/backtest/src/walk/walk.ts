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
  type Starter,
} from '@propsight/shared/domain/engine'
import type { BattingRow, PitchingRow, ScheduledGame, Season, SeasonStarter } from '../read/season.ts'
import { PARK_MODEL, type ParkModel, ParkRecord } from './park-record.ts'
import { addByKey, addRows } from './totals.ts'

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
  readonly #clubs = new Map<string, BattingTotals>()
  readonly #staffs = new Map<string, BattingTotals>()
  readonly #batters = new Map<string, readonly BatterGame[]>()
  readonly #pitchers = new Map<string, readonly PitcherGame[]>()
  readonly #sides = new Map<string, BatSide>()
  readonly #hands = new Map<string, 'L' | 'R'>()
  readonly #parks: ParkRecord
  readonly #factors = new Map<string, ParkFactors>()

  /** @param parks constants of the estimate of park factors */
  constructor(parks: ParkModel = PARK_MODEL) {
    this.#parks = new ParkRecord(parks)
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
    this.#parks.feed(batting)
    this.#factors.clear()
  }

  /** Totals of the league in the last `RECENT_DAYS` days before a day. */
  #recentBatting(date: string): BattingTotals {
    const from = Date.parse(date) - RECENT_DAYS * DAY_MS
    return this.#days
      .filter((day) => Date.parse(day.date) >= from)
      .reduce((sum, { totals }) => addTotals(sum, totals), NO_TOTALS)
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
      park: this.#parkFactors(game.park),
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
    const homePark = this.#parks.homeOf(own)
    return {
      setting: this.setting(game),
      home,
      bats: this.#sides.get(playerId) ?? null,
      games: this.batterGames(playerId),
      slot,
      club: this.#clubs.get(own) ?? null,
      homePark: homePark === null ? null : this.#parkFactors(homePark),
      opposingStaff: this.#staffs.get(other) ?? null,
      opposingStarter: this.#starter(home ? game.awayStarter : game.homeStarter),
    }
  }

  /** The engine's input for a pitcher before a start. */
  pitcher(game: ScheduledGame, home: boolean, playerId: string): PitcherInput {
    const scheduled = home ? game.homeStarter : game.awayStarter
    const announcedHand = scheduled?.id === playerId ? scheduled.throws : null
    return {
      setting: this.setting(game),
      home,
      throws: announcedHand ?? this.#hands.get(playerId) ?? null,
      games: this.pitcherGames(playerId),
      opponent: this.#clubs.get(home ? game.away : game.home) ?? null,
    }
  }

  #starter(starter: SeasonStarter | null): Starter | null {
    if (!starter) return null
    return {
      throws: starter.throws ?? this.#hands.get(starter.id) ?? null,
      games: this.pitcherGames(starter.id),
    }
  }

  #parkFactors(park: string): ParkFactors {
    const factors = this.#factors.get(park) ?? this.#parks.factors(park, this.#league)
    this.#factors.set(park, factors)
    return factors
  }
}

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
}

export interface WalkRange {
  /** First and last visited day, `YYYY-MM-DD`, both included. Earlier days are part of the state. */
  readonly from?: string
  readonly to?: string
  readonly parks?: ParkModel
}

/**
 * Goes through a season day by day and visits the days of the range with the state of their morning. The
 * state gets a day after the visit, so both games of a doubleheader have the same state. A new year begins
 * with an empty state, like the game logs of the product.
 */
export function walk(season: Season, range: WalkRange, visit: (day: WalkDay) => void): void {
  const { from = '', to = '9999-12-31', parks } = range
  const games = Map.groupBy(season.games, ({ date }) => date)
  const batting = Map.groupBy(season.batting, ({ date }) => date)
  const pitching = Map.groupBy(season.pitching, ({ date }) => date)
  let state = new SeasonState(parks)
  let year = ''
  for (const date of [...games.keys()].toSorted()) {
    if (date > to) return
    if (date.slice(0, 4) !== year) {
      year = date.slice(0, 4)
      state = new SeasonState(parks)
    }
    const rows = { date, batting: batting.get(date) ?? [], pitching: pitching.get(date) ?? [] }
    if (date >= from)
      visit({ ...rows, state, games: new Map((games.get(date) ?? []).map((game) => [game.id, game])) })
    state.feed(rows)
  }
}
