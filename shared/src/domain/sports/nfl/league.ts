import {
  CHANCES,
  type Chance,
  type FootballFixture,
  type FootballGame,
  type FootballLine,
  type NflConstants,
  PARTS,
  type Part,
  perKey,
  SHARE_NAMES,
  SHARES,
} from './markets.ts'
import { FootballClub, FootballPlayer } from './records.ts'

/** Everything that is known of a player's game before it begins. */
export interface FootballOutlook {
  readonly player: FootballPlayer
  readonly home: boolean
  readonly playoffs: boolean
  /** Games of the club since the player's last one. */
  readonly missed: number
  /** Points by which the club is expected to win, and those of both clubs, by the price or else by earlier games. */
  readonly margin: number
  readonly total: number
  readonly wind: number
  /** Whether it is known who does not play; otherwise those absent from the club's last game are expected to be. */
  readonly lineupKnown: boolean
  /** Log of the club's usual chances relative to those of the players who take part. */
  readonly vacated: Readonly<Record<Chance, number>>
  /** Log of the usual chances of all who take part relative to those of a club; 0 before its players were seen. */
  readonly crowd: Readonly<Record<Chance, number>>
  /** Log of what the opponent allows relative to the usual. */
  readonly allowed: Readonly<Record<Part, number>>
}

/** Usual points of both clubs; half of the points by which home clubs win; usual wind of a game in the open. */
const USUAL = { total: 45, home: 1, wind: 8 } as const
/** Usual counts of a club's game, of which ratings of its opponents are mixed. */
const USUAL_COUNTS: Readonly<Record<Part, number>> = {
  passAttempts: 34,
  carries: 26,
  targets: 32,
  completions: 22,
  passTouchdowns: 1.4,
  interceptions: 0.8,
  rushTouchdowns: 0.9,
  receptions: 22,
  receivingTouchdowns: 1.4,
  passYards: 240,
  rushYards: 115,
  receivingYards: 240,
}
/** Chances a game from which a player's absence is reported, and counts for those who stay. */
const REGULAR = 3
/** A player who has missed a game counts this much less as vacated in the next one: the club has adapted. */
const ADAPTED = 0.8
/** Games of the season after which a club's players have been seen. */
const SEEN_GAMES = 3
/** Most that absent players leave open, as a part of the usual chances. */
const MOST_VACATED = 0.9

/** The league's records: games are added in order of date, and every game can be looked at before it begins. */
export class NflLeague {
  readonly #constants: NflConstants
  readonly #players = new Map<string, FootballPlayer>()
  readonly #clubs = new Map<string, FootballClub>()
  readonly #rosters = new Map<string, Map<string, FootballPlayer>>()

  constructor(constants: NflConstants) {
    this.#constants = constants
  }

  /** The record of a player in a season; undefined for a player without an earlier game. */
  player(id: string, season: number): FootballPlayer | undefined {
    const player = this.#players.get(id)
    if (player && player.season !== season) player.beginSeason(season, this.#constants)
    return player
  }

  /** Regular players of the club who are not among those playing, as the reports say before the game. */
  reportedOut(club: string, season: number, playing: ReadonlySet<string>): ReadonlySet<string> {
    const out = [...this.#roster(club, season)].filter(([id, player]) =>
      player.chances >= REGULAR ? !playing.has(id) : player.missed > 0,
    )
    return new Set(out.map(([id]) => id))
  }

  /**
   * What is known of a player's game.
   * @param out players of the club who do not play; without it, those who did not play in its last game
   */
  outlook(
    player: FootballPlayer,
    club: string,
    fixture: FootballFixture,
    out?: ReadonlySet<string>,
  ): FootballOutlook {
    const { season, home, away, neutral, spread, total, wind } = fixture
    const own = this.#club(club, season)
    const opponent = this.#club(club === home ? away : home, season)
    const side = club === home ? 1 : -1
    const rated = own.strength - opponent.strength + (neutral ? 0 : side * USUAL.home)
    return {
      player,
      home: club === home && !neutral,
      playoffs: fixture.playoffs,
      missed: player.missed,
      margin: spread === null ? rated : side * spread,
      total: total ?? (own.points(USUAL.total) + opponent.points(USUAL.total)) / 2,
      wind: wind ?? USUAL.wind,
      lineupKnown: out !== undefined,
      vacated: this.#vacated(player, club, season, out),
      crowd: this.#crowd(player, club, season, out),
      allowed: perKey(PARTS, (part) => opponent.allowed(part, USUAL_COUNTS[part])),
    }
  }

  /** What absent players of the same role leave open, by chance. */
  #vacated(
    self: FootballPlayer,
    club: string,
    season: number,
    out: ReadonlySet<string> | undefined,
  ): Record<Chance, number> {
    const others = [...this.#roster(club, season)].filter(([, player]) => player !== self)
    return perKey(CHANCES, (chance) => {
      let stay = self.rate(chance, this.#constants)
      let open = 0
      for (const [id, player] of others) {
        const usual = player.rate(chance, this.#constants)
        const absent = out ? out.has(id) : player.missed > 0
        // Quarterbacks do not replace backs, nor backs receivers.
        if (chance !== 'targets' && player.role !== self.role) continue
        if (!absent) stay += usual
        else if (player.chances >= REGULAR) open += usual * ADAPTED ** player.missed
      }
      return -Math.log(1 - Math.min(MOST_VACATED, open / (stay + open)))
    })
  }

  /** How the chances of those who take part compare with a club's, by chance. */
  #crowd(
    self: FootballPlayer,
    club: string,
    season: number,
    out: ReadonlySet<string> | undefined,
  ): Record<Chance, number> {
    const seen = Math.min(1, this.#club(club, season).games / SEEN_GAMES)
    const playing = [...this.#roster(club, season)].flatMap(([id, player]) =>
      player === self || (out ? out.has(id) : player.missed > 0) ? [] : player,
    )
    return perKey(CHANCES, (chance) => {
      const sum = [self, ...playing].reduce(
        (total, player) => total + player.rate(chance, this.#constants),
        0,
      )
      return seen * Math.log(sum / USUAL_COUNTS[chance])
    })
  }

  /** Adds a finished game. Games are added in order of date, those of one day after all of its forecasts. */
  add(game: FootballGame): void {
    const { home, away, season, homeScore, awayScore } = game
    for (const club of [home, away]) {
      const lines = game.lines.filter((line) => line.club === club)
      const margin = club === home ? homeScore - awayScore : awayScore - homeScore
      this.#club(club, season).add(margin, homeScore + awayScore)
      const expected = this.#expectedCounts(lines, season)
      const counts = perKey(PARTS, (part) => lines.reduce((sum, line) => sum + line.counts[part], 0))
      this.#club(club === home ? away : home, season).addAllowed(counts, expected)
      this.#addLines(game, club, lines)
    }
  }

  #addLines({ date, season }: FootballGame, club: string, lines: readonly FootballLine[]): void {
    const roster = this.#roster(club, season)
    for (const line of lines) {
      const player = this.#known(line, season)
      if (player.club !== club) this.#roster(player.club, season).delete(line.playerId)
      player.add(line, date, this.#constants)
      roster.set(line.playerId, player)
    }
    const playing = new Set(lines.map(({ playerId }) => playerId))
    for (const [id, player] of roster) if (!playing.has(id)) player.missed += 1
  }

  /** What the players' rates expect: of chances by the game, of the others by the events that they are shares of. */
  #expectedCounts(lines: readonly FootballLine[], season: number): Record<Part, number> {
    const players = lines.map((line) => ({ player: this.#known(line, season), counts: line.counts }))
    const sum = (part: Part, of: (counts: FootballLine['counts']) => number) =>
      players.reduce(
        (total, { player, counts }) => total + player.rate(part, this.#constants) * of(counts),
        0,
      )
    return {
      ...perKey(CHANCES, (chance) => sum(chance, () => 1)),
      ...perKey(SHARE_NAMES, (share) => sum(share, (counts) => counts[SHARES[share]])),
    }
  }

  /** The players who have played for the club this season and for no other club since. */
  #roster(club: string, season: number): Map<string, FootballPlayer> {
    const key = `${club}|${season}`
    const roster = this.#rosters.get(key) ?? new Map()
    this.#rosters.set(key, roster)
    return roster
  }

  #club(club: string, season: number): FootballClub {
    const record = this.#clubs.get(club) ?? new FootballClub()
    this.#clubs.set(club, record)
    if (record.season !== season) record.beginSeason(season)
    return record
  }

  #known({ playerId, position }: FootballLine, season: number): FootballPlayer {
    const found = this.#players.get(playerId)
    const player = found ?? new FootballPlayer(position)
    if (!found) this.#players.set(playerId, player)
    if (player.season !== season) player.beginSeason(season, this.#constants)
    return player
  }
}
