import { ClubRecord, sumCounts } from './club-record.ts'
import {
  type BoxGame,
  type BoxLine,
  COMPONENTS,
  type Component,
  type NbaConstants,
  type PerComponent,
  perComponent,
} from './markets.ts'
import { NOTHING_VACATED, PlayerRecord, positionGroup, type Vacated } from './records.ts'

/** A game to forecast. */
export type Fixture = Pick<BoxGame, 'date' | 'season' | 'playoffs' | 'home' | 'away'>

/** Everything that is known of a player's game before it begins. */
export interface PlayerOutlook {
  readonly player: PlayerRecord
  readonly home: boolean
  readonly playoffs: boolean
  /** Days since the player's last game, at most ten; the club played yesterday. */
  readonly rest: number
  readonly backToBack: boolean
  /** Games of the club since the player's last one, those of the season before the player's first one included. */
  readonly missed: number
  /** Points by which the club is expected to win. */
  readonly margin: number
  /** Whether it is known who does not play; otherwise those absent from the club's last game are expected to be. */
  readonly lineupKnown: boolean
  /** Part of the club's minutes that the usual minutes of the available players leave open. */
  readonly short: number
  /** Log of the counts of the league relative to those that the players' rates expect. */
  readonly league: PerComponent<number>
  /** Vacated minutes and counts of absent team-mates beyond those that the player's averages contain. */
  readonly vacated: Vacated
  /** Log of the expected pace, and of what the opponent allows, relative to the usual. */
  readonly pace: number
  readonly allowed: PerComponent<number>
}

/** A player who has missed a game counts this much less as vacated in the next one: the club has adapted. */
const ADAPTED = 0.93
/** Minutes per game from which an absence vacates minutes. */
const ROTATION_MINUTES = 6
/** Minutes per game from which a player's absence is reported before the game. */
const REGULAR_MINUTES = 15
const MOST_REST = 10
const CLUB_MINUTES = 240
const DAY_MS = 86_400_000
/** Usual possessions, and what an average club allows per game, before any game was seen. */
const USUAL_PACE = 99
const USUAL_COUNT = 20
const KEEP_LEAGUE = 0.998

const daysBetween = (from: string, to: string): number =>
  from === '' ? MOST_REST : Math.min(MOST_REST, (Date.parse(to) - Date.parse(from)) / DAY_MS)

/** What the absent players of a club leave open. */
interface Vacancy {
  readonly absent: Map<PlayerRecord, number>
  readonly positions: Map<string, number>
  readonly counts: Record<Component, number>
  minutes: number
  /** Usual minutes of the available players. */
  available: number
}

/** Games of the season after which a club's rotation has been seen. */
const SEEN_GAMES = 6
/** Most of the club's minutes that may seem open or taken twice. */
const MOST_SHORT = 0.4

const shortOf = (usualMinutes: number): number =>
  Math.min(MOST_SHORT, Math.max(-MOST_SHORT, 1 - usualMinutes / CLUB_MINUTES))

/** The league's records: games are added in order of date, and every game can be looked at before it begins. */
export class NbaLeague {
  readonly #constants: NbaConstants
  readonly #players = new Map<string, PlayerRecord>()
  readonly #clubs = new Map<string, ClubRecord>()
  readonly #rosters = new Map<string, Set<PlayerRecord>>()
  readonly #ids = new Map<PlayerRecord, string>()
  readonly #absent = new Map<string, ReadonlySet<string>>()
  readonly #vacancies = new Map<string, Vacancy>()
  #pace = USUAL_PACE
  readonly #usual: Record<Component, number> = perComponent(() => USUAL_COUNT)
  readonly #drift = perComponent(() => ({ counts: 500, expected: 500 }))

  constructor(constants: NbaConstants) {
    this.#constants = constants
  }

  /** The record of a player in a season; undefined for a player without an earlier game. */
  player(id: string, season: number): PlayerRecord | undefined {
    const player = this.#players.get(id)
    if (player && player.season !== season) player.beginSeason(season, this.#constants)
    return player
  }

  /** Players of the club who did not play in its last game. */
  #absentees(club: string, season: number): ReadonlySet<string> {
    const known = this.#absent.get(club)
    if (known) return known
    const absent = new Set<string>()
    for (const player of this.#roster(club, season))
      if (player.missed > 0) absent.add(this.#ids.get(player) ?? '')
    this.#absent.set(club, absent)
    return absent
  }

  /**
   * The players of the rotation who are out: regular ones who do not play, as the reports say before the game, and others
   * who did not play in the club's last game.
   */
  reportedOut(club: string, season: number, playing: ReadonlySet<string>): ReadonlySet<string> {
    const out = new Set<string>()
    for (const player of this.#roster(club, season)) {
      const id = this.#ids.get(player) ?? ''
      if (player.slow >= REGULAR_MINUTES ? !playing.has(id) : player.missed > 0) out.add(id)
    }
    return out
  }

  /**
   * What is known of a player's game.
   * @param out players of the club who do not play; without it, those who did not play in its last game
   */
  outlook(player: PlayerRecord, club: string, fixture: Fixture, out?: ReadonlySet<string>): PlayerOutlook {
    const { date, season, home, away } = fixture
    const opponent = this.#club(club === home ? away : home, season)
    const own = this.#club(club, season)
    const vacancy = this.#vacancyOf(club, season, out ?? this.#absentees(club, season))
    const now = this.#vacatedBy(vacancy, player)
    const isOut = vacancy.absent.has(player) || player.club !== club
    const usual = player.club === club ? player.vacated : now
    const pace = (own.pace(this.#pace) + opponent.pace(this.#pace)) / (2 * this.#pace)
    return {
      player,
      home: club === home,
      playoffs: fixture.playoffs,
      rest: daysBetween(player.lastDate, date),
      missed: player.games === 0 ? Math.max(player.missed, own.games) : player.missed,
      backToBack: daysBetween(own.lastDate, date) <= 1,
      margin: own.strength - opponent.strength + (club === home ? HOME_POINTS : -HOME_POINTS),
      lineupKnown: out !== undefined,
      short: shortOf(vacancy.available + (isOut ? player.slow : 0)) * Math.min(1, own.games / SEEN_GAMES),
      league: perComponent((component) => {
        const { counts, expected } = this.#drift[component]
        return Math.log(counts / expected)
      }),
      vacated: {
        minutes: now.minutes - usual.minutes,
        samePosition: now.samePosition - usual.samePosition,
        counts: perComponent((component) => now.counts[component] - usual.counts[component]),
      },
      pace: Math.log(pace),
      allowed: perComponent((component) => {
        const { counts, expected } = this.#drift[component]
        return Math.log((opponent.allowed(component, this.#usual) * expected) / counts)
      }),
    }
  }

  /** Adds a finished game. Games are added in order of date, those of one day after all of its forecasts. */
  add(game: BoxGame): void {
    this.#absent.clear()
    this.#vacancies.clear()
    for (const club of [game.home, game.away]) {
      const lines = game.lines.filter((line) => line.club === club)
      if (lines.length > 0) this.#addClub(game, club, lines)
    }
  }

  #addClub(game: BoxGame, club: string, lines: readonly BoxLine[]): void {
    const { date, season, home, away, homeScore, awayScore } = game
    const record = this.#club(club, season)
    const margin = club === home ? homeScore - awayScore : awayScore - homeScore
    record.add(date, margin, lines)
    this.#pace = KEEP_LEAGUE * this.#pace + (1 - KEEP_LEAGUE) * record.pace(this.#pace)
    const playing = new Set(lines.map(({ playerId }) => playerId))
    const out = new Set(
      [...this.#roster(club, season)]
        .map((player) => this.#ids.get(player) ?? '')
        .filter((id) => !playing.has(id)),
    )
    const complete = lines.filter(({ counts }) => counts.twosAttempted !== null)
    const players = lines.map((line) => this.#known(line, season))
    const expected = this.#expectedCounts(complete)
    const vacancy = this.#vacancyOf(club, season, out)
    const vacated = players.map((player) => this.#vacatedBy(vacancy, player))
    for (const [at, line] of lines.entries()) this.#addLine(line, game, vacated[at] ?? NOTHING_VACATED)
    for (const player of this.#roster(club, season))
      if (!playing.has(this.#ids.get(player) ?? '')) player.missed += 1
    if (complete.length === 0) return
    const counts = sumCounts(complete)
    this.#club(club === home ? away : home, season).addAllowed(counts, expected)
    for (const component of COMPONENTS) {
      const drift = this.#drift[component]
      drift.counts = KEEP_LEAGUE * drift.counts + counts[component]
      drift.expected = KEEP_LEAGUE * drift.expected + expected[component]
      this.#usual[component] = KEEP_LEAGUE * this.#usual[component] + (1 - KEEP_LEAGUE) * counts[component]
    }
  }

  #addLine(line: BoxLine, game: BoxGame, vacated: Vacated): void {
    const player = this.#known(line, game.season)
    if (player.club !== line.club) this.#roster(player.club, game.season).delete(player)
    player.add(line, game, vacated, this.#constants)
    this.#roster(line.club, game.season).add(player)
  }

  /** What the players' rates expect of the minutes that they played. */
  #expectedCounts(lines: readonly BoxLine[]): PerComponent<number> {
    return perComponent((component) =>
      lines.reduce((sum, { playerId, minutes }) => {
        const player = this.#players.get(playerId)
        return sum + (player ? player.rate(component, this.#constants) * minutes : 0)
      }, 0),
    )
  }

  /** What the absent players of a club leave open, each of them and all together; kept until the next game is added. */
  #vacancyOf(club: string, season: number, out: ReadonlySet<string>): Vacancy {
    const key = [club, season, ...out].join(' ')
    const known = this.#vacancies.get(key)
    if (known) return known
    const vacancy: Vacancy = {
      absent: new Map(),
      positions: new Map(),
      minutes: 0,
      available: 0,
      counts: perComponent(() => 0),
    }
    for (const player of this.#roster(club, season)) {
      if (!out.has(this.#ids.get(player) ?? '')) {
        vacancy.available += player.slow
        continue
      }
      if (player.slow < ROTATION_MINUTES) continue
      const minutes = player.slow * ADAPTED ** player.missed
      const position = positionGroup(player.position)
      vacancy.absent.set(player, minutes)
      vacancy.minutes += minutes
      vacancy.positions.set(position, (vacancy.positions.get(position) ?? 0) + minutes)
      for (const component of COMPONENTS)
        vacancy.counts[component] += minutes * player.rate(component, this.#constants)
    }
    this.#vacancies.set(key, vacancy)
    return vacancy
  }

  /** What the absent players of a club leave open to a player. */
  #vacatedBy({ absent, positions, minutes, counts }: Vacancy, self: PlayerRecord): Vacated {
    const own = absent.get(self) ?? 0
    return {
      minutes: minutes - own,
      samePosition: (positions.get(positionGroup(self.position)) ?? 0) - own,
      counts: perComponent((component) =>
        own === 0 ? counts[component] : counts[component] - own * self.rate(component, this.#constants),
      ),
    }
  }

  /** The players who have played for the club this season and for no other club since. */
  #roster(club: string, season: number): Set<PlayerRecord> {
    const key = `${club}|${season}`
    const roster = this.#rosters.get(key) ?? new Set()
    this.#rosters.set(key, roster)
    return roster
  }

  #club(club: string, season: number): ClubRecord {
    const record = this.#clubs.get(club) ?? new ClubRecord()
    this.#clubs.set(club, record)
    if (record.season !== season) record.beginSeason(season)
    return record
  }

  #known({ playerId, position }: BoxLine, season: number): PlayerRecord {
    const found = this.#players.get(playerId)
    const player = found ?? new PlayerRecord()
    if (!found) {
      player.position = position
      this.#players.set(playerId, player)
      this.#ids.set(player, playerId)
    }
    if (player.season !== season) player.beginSeason(season, this.#constants)
    return player
  }
}

/** Half of the points by which home clubs win. */
const HOME_POINTS = 1.2
