import { homeVenueOf, venueOfPark } from '@propsight/league/replay'
import {
  type BatSide,
  type BatterInput,
  type BattingTotals,
  composeBatterInput,
  composePitcherInput,
  type ForecastGame,
  type GameOrders,
  indexOrders,
  type LeagueRecords,
  type LeagueSeason,
  leagueTotals,
  NO_TOTALS,
  ORDER_DAYS,
  type PitcherInput,
  type PitcherSeason,
  type PitchingTotals,
  RECENT_DAYS,
  sumStarts,
  type ThrowHand,
} from '@propsight/shared/domain/engine'
import {
  addByKey,
  addPitching,
  addRows,
  type BattingRow,
  known,
  ordersOf,
  type PastSeason,
  type PitchingRow,
  type ScheduledGame,
  type SeasonStarter,
  toStaffCounts,
} from '../read/season.ts'

const COUNTS = [
  'battersFaced',
  'hits',
  'homeRuns',
  'earnedRuns',
  'baseOnBalls',
  'hitByPitch',
  'strikeOuts',
] as const satisfies (keyof PitchingTotals)[]

function sumPitching(rows: readonly PitchingRow[]): PitchingTotals {
  const sum = (count: (typeof COUNTS)[number]) => rows.reduce((all, row) => all + known(row[count]), 0)
  const counts = Object.fromEntries(COUNTS.map((count) => [count, sum(count)])) as Record<
    (typeof COUNTS)[number],
    number
  >
  return { games: rows.length, starts: rows.filter(({ started }) => started).length, ...counts }
}

const sumBatting = (rows: readonly BattingRow[]): BattingTotals => addRows(NO_TOTALS, rows)

/** Sums the rows of each player. */
const byPlayer = <Row extends { readonly playerId: string }, Totals>(
  rows: readonly Row[],
  sum: (rows: readonly Row[]) => Totals,
): Map<string, Totals> =>
  new Map([...Map.groupBy(rows, ({ playerId }) => playerId)].map(([id, own]) => [id, sum(own)]))

/** Sums complete seasons per player, latest first. */
const earlierSeasons = (seasons: readonly PastSeason[]): LeagueSeason<string>[] =>
  seasons
    .toSorted((a, b) => b.year - a.year)
    .map(({ year, rows }) => ({
      season: year,
      league: sumBatting(rows.batting),
      batting: byPlayer(rows.batting, sumBatting),
      pitching: byPlayer(rows.pitching, sumPitching),
    }))

/** All lines of one day. */
export interface DayRows {
  readonly date: string
  readonly batting: readonly BattingRow[]
  readonly pitching: readonly PitchingRow[]
}

const DAY_MS = 86_400_000

/** Venue id of the parks without one: no park factors, and no club's own park. */
const OTHER_VENUE = -1

/** Adds one game to a player's log. It makes a new array, because earlier inputs contain the old one. */
const append = <G>(logs: Map<string, readonly G[]>, id: string, game: G): void => {
  logs.set(id, [...(logs.get(id) ?? []), game])
}

/** What the league has on one day: known on later days for some time. */
interface PastDay {
  readonly date: string
  readonly batting: BattingTotals
  readonly orders: readonly GameOrders<string>[]
}

/**
 * The data of a season up to a morning, as far as the product knows it. It gets finished days one by one from `feed`
 * and has no other source, so a forecast cannot use its own day or a later one. The product composes the engine's
 * input with the same functions. Returned objects never change afterwards.
 */
export class SeasonState {
  #last = ''
  #days: readonly PastDay[] = []
  #morning: { readonly date: string; readonly records: LeagueRecords<string> } | null = null
  readonly #clubs = new Map<string, BattingTotals>()
  readonly #staffs = new Map<string, BattingTotals>()
  readonly #batting = new Map<string, BattingTotals>()
  readonly #pitching = new Map<string, PitcherSeason>()
  readonly #batters = new Map<string, readonly BattingRow[]>()
  readonly #pitchers = new Map<string, readonly PitchingRow[]>()
  readonly #sides = new Map<string, BatSide>()
  readonly #hands = new Map<string, ThrowHand>()
  readonly #earlier: readonly LeagueSeason<string>[]

  /** @param earlier seasons before this one, of players */
  constructor(earlier: readonly PastSeason[] = []) {
    this.#earlier = earlierSeasons(earlier)
  }

  /**
   * Adds a finished day.
   * @throws Error for a day that is not later than the last one
   */
  feed({ date, batting, pitching }: DayRows): void {
    if (date <= this.#last) throw new Error(`${date} is not after ${this.#last}`)
    this.#last = date
    this.#morning = null
    const day = { date, batting: addRows(NO_TOTALS, batting), orders: ordersOf(batting) }
    this.#days = [...this.#days, day].slice(-Math.max(RECENT_DAYS, ORDER_DAYS))
    addByKey(this.#clubs, batting, (row) => row.club)
    addByKey(this.#staffs, batting, (row) => row.opponent)
    addByKey(this.#batting, batting, (row) => row.playerId)
    for (const row of batting) {
      append(this.#batters, row.playerId, row)
      const side = this.#sides.get(row.playerId)
      // A player with plate appearances from both sides is a switch hitter.
      if (row.bats) this.#sides.set(row.playerId, side && side !== row.bats ? 'S' : row.bats)
    }
    for (const row of pitching) {
      append(this.#pitchers, row.playerId, row)
      this.#pitching.set(row.playerId, addPitching(this.#pitching.get(row.playerId), row))
      if (row.throws) this.#hands.set(row.playerId, row.throws)
    }
  }

  #lastDays(date: string, count: number): readonly PastDay[] {
    const from = Date.parse(date) - count * DAY_MS
    return this.#days.filter((day) => Date.parse(day.date) >= from)
  }

  /**
   * What is known of the league on the morning of a day: one object for all inputs of the day.
   * @throws Error for a day that was already added
   */
  #recordsOf({ id, date }: ScheduledGame): LeagueRecords<string> {
    if (date <= this.#last) throw new Error(`${id}: ${date} is known already`)
    if (this.#morning?.date === date) return this.#morning.records
    const staffs = new Map([...this.#staffs].map(([club, totals]) => [club, toStaffCounts(totals)]))
    const recent = this.#lastDays(date, RECENT_DAYS).map((day) => day.batting)
    const starters = [...this.#pitching].flatMap(([pitcher, { starts }]) => (starts > 0 ? [pitcher] : []))
    const records = {
      totals: leagueTotals(new Map(this.#clubs), staffs, recent),
      starters: new Map(),
      orders: indexOrders(this.#lastDays(date, ORDER_DAYS).flatMap((day) => day.orders)),
      earlier: this.#earlier,
      players: {
        batting: this.#batting,
        starts: sumStarts(this.#pitching.values()),
        starters: new Set(starters),
      },
      homes: { get: (club: string) => homeVenueOf(club, Number(date.slice(0, 4))) },
    }
    this.#morning = { date, records }
    return records
  }

  /** A batter's games of earlier days, oldest first. */
  batterGames(playerId: string): readonly BattingRow[] {
    return this.#batters.get(playerId) ?? []
  }

  /** A pitcher's games of earlier days, oldest first. */
  pitcherGames(playerId: string): readonly PitchingRow[] {
    return this.#pitchers.get(playerId) ?? []
  }

  /**
   * The engine's input for a batter before a game.
   * @param home whether the batter plays for the home club
   * @param slot place in the batting order; null while it is unknown
   * @throws Error for a game whose day was already added
   */
  batter(game: ScheduledGame, home: boolean, playerId: string, slot: number | null): BatterInput {
    const starter = home ? game.awayStarter : game.homeStarter
    const records = { ...this.#recordsOf(game), starters: { get: () => this.#starter(starter) } }
    const input = composeBatterInput(records, sideOf(game, home), {
      id: playerId,
      clubId: home ? game.home : game.away,
      bats: this.#sides.get(playerId) ?? null,
      games: this.batterGames(playerId),
    })
    return { ...input, slot }
  }

  /**
   * The engine's input for a pitcher before a start.
   * @param order the announced batting order of the opposing club; null before it is announced, which is then
   *   guessed from its earlier games
   * @throws Error for a game whose day was already added
   */
  pitcher(
    game: ScheduledGame,
    home: boolean,
    playerId: string,
    order: readonly string[] | null = null,
  ): PitcherInput {
    const scheduled = home ? game.homeStarter : game.awayStarter
    const announcedHand = scheduled?.id === playerId ? scheduled.throws : null
    return composePitcherInput(
      this.#recordsOf(game),
      { ...sideOf(game, home), opposingLineup: order ?? [] },
      {
        id: playerId,
        clubId: home ? game.home : game.away,
        throws: announcedHand ?? this.#hands.get(playerId) ?? null,
        games: this.pitcherGames(playerId),
      },
    )
  }

  #starter(starter: SeasonStarter | null) {
    if (!starter) return undefined
    return {
      throws: starter.throws ?? this.#hands.get(starter.id) ?? null,
      games: this.pitcherGames(starter.id),
    }
  }
}

/** A game from the side of one of its clubs. */
function sideOf(game: ScheduledGame, home: boolean): ForecastGame<string> {
  const homeVenue = homeVenueOf(game.home, Number(game.date.slice(0, 4)))
  // A source without parks: the home club stands for its park. Ids of the sample league's parks are those of MLB.
  const venueId =
    game.park === game.home ? homeVenue : (venueOfPark(game.park) ?? (Number(game.park) || OTHER_VENUE))
  return {
    date: game.date,
    home,
    opponentId: home ? game.away : game.home,
    opposingStarterId: (home ? game.awayStarter : game.homeStarter)?.id ?? null,
    venueId: venueId ?? null,
    isNeutral: venueId !== homeVenue,
    lineup: [],
    opposingLineup: [],
  }
}
