import { shrink } from '../../engine/probability.ts'
import {
  CHANCES,
  type Chance,
  type FootballLine,
  type NflConstants,
  PARTS,
  type Part,
  perKey,
  type Role,
  roleOf,
  SHARES,
  type Share,
} from './markets.ts'

type Rates = Pick<NflConstants, 'rates'>

/** Counts and what they are counted of, those of earlier games counting less. */
interface Exposure {
  count: number
  of: number
}

const isChance = (part: Part): part is Chance => (CHANCES as readonly Part[]).includes(part)

/** What a part is counted of: games, or events of another part. */
const exposureOf = (part: Part, counts: FootballLine['counts']): number =>
  isChance(part) ? 1 : counts[SHARES[part as Share]]

/** Pass attempts from which a quarterback has started: fewer are those of a backup. */
const START_ATTEMPTS = 10

/** Whether a game tells of the player's role: that of a quarterback only if he started. */
export const isStart = (role: Role, counts: FootballLine['counts']): boolean =>
  role !== 'QB' || counts.passAttempts >= START_ATTEMPTS

/** Weight of a game in the rate of the last games relative to the next one, and games at the usual rate in it. */
const RECENT = { decay: 0.6, games: 1.5 } as const

/** What earlier games tell of a player. */
export class FootballPlayer {
  role: Role
  club = ''
  season = 0
  lastDate = ''
  /** Games of the season, and of all seasons. */
  games = 0
  career = 0
  /** Games of the club since the player's last one. */
  missed = 0
  /** Whether the player started the last game: the rates of a quarterback are those of starts. */
  started = false
  readonly #exposure: Record<Part, Exposure> = perKey(PARTS, () => ({ count: 0, of: 0 }))
  readonly #recent: Record<Chance, Exposure> = perKey(CHANCES, () => ({ count: 0, of: 0 }))

  constructor(position: string) {
    this.role = roleOf(position)
  }

  /** Begins a season: earlier evidence counts less. */
  beginSeason(season: number, { rates }: Rates): void {
    this.season = season
    this.games = 0
    this.missed = 0
    for (const part of PARTS) {
      this.#exposure[part].count *= rates[part][this.role].season
      this.#exposure[part].of *= rates[part][this.role].season
    }
  }

  /** Adds a game. */
  add({ counts, club, position }: FootballLine, date: string, { rates }: Rates): void {
    this.role = roleOf(position)
    this.club = club
    this.lastDate = date
    this.games += 1
    this.career += 1
    this.missed = 0
    this.started = isStart(this.role, counts)
    if (!this.started) return
    for (const part of PARTS) {
      const exposure = this.#exposure[part]
      exposure.count = rates[part][this.role].decay * exposure.count + counts[part]
      exposure.of = rates[part][this.role].decay * exposure.of + exposureOf(part, counts)
    }
    for (const chance of CHANCES) {
      const recent = this.#recent[chance]
      recent.count = RECENT.decay * recent.count + counts[chance]
      recent.of = RECENT.decay * recent.of + 1
    }
  }

  /** Counts and what they are counted of, for fits. */
  exposure(part: Part): Readonly<Exposure> {
    return this.#exposure[part]
  }

  /** Expected count of a part per game, or per event that it is a share of, against an average opponent. */
  rate(part: Part, { rates }: Rates): number {
    const { count, of } = this.#exposure[part]
    const { usual, strength } = rates[part][this.role]
    return Math.max(LEAST_RATE, shrink(count, of, usual, strength))
  }

  /** Passes, carries and targets of the last games, each. */
  get chances(): number {
    return (
      CHANCES.reduce((sum, chance) => sum + this.#recent[chance].count, 0) /
      Math.max(1, this.#recent.carries.of)
    )
  }

  /** Log of the rate of the last games relative to that of all. */
  recentRate(chance: Chance, constants: Rates): number {
    const usual = this.rate(chance, constants)
    const { count, of } = this.#recent[chance]
    return Math.log(shrink(count, of, usual, RECENT.games) / usual)
  }
}

/** A rate has a logarithm: yards of a player may be negative. */
const LEAST_RATE = 1e-3

/** Weight of a club's game relative to its next one, average games that are mixed in, and weight of the last season. */
const RATING = { keep: 0.9, games: 4, carry: 0.4 } as const

/** What earlier games tell of a club. */
export class FootballClub {
  season = 0
  /** Games of the season. */
  games = 0
  #games = 0
  #margin = 0
  #points = 0
  readonly #allowed = perKey(PARTS, () => ({ count: 0, expected: 0 }))

  /** Begins a season: earlier evidence counts less. */
  beginSeason(season: number): void {
    this.season = season
    this.games = 0
    this.#games *= RATING.carry
    this.#margin *= RATING.carry
    this.#points *= RATING.carry
    for (const part of PARTS) {
      this.#allowed[part].count *= RATING.carry
      this.#allowed[part].expected *= RATING.carry
    }
  }

  /** Adds a game of the club: its margin, and the points of both clubs. */
  add(margin: number, points: number): void {
    this.games += 1
    this.#games = RATING.keep * this.#games + 1
    this.#margin = RATING.keep * this.#margin + margin
    this.#points = RATING.keep * this.#points + points
  }

  /** Adds what the opponents counted in a game and what their own rates would have expected. */
  addAllowed(counts: Readonly<Record<Part, number>>, expected: Readonly<Record<Part, number>>): void {
    for (const part of PARTS) {
      const allowed = this.#allowed[part]
      allowed.count = RATING.keep * allowed.count + counts[part]
      allowed.expected = RATING.keep * allowed.expected + expected[part]
    }
  }

  /** Points by which the club usually wins. */
  get strength(): number {
    return this.#margin / (this.#games + RATING.games)
  }

  /** Points of both clubs in its games. */
  points(usual: number): number {
    return (this.#points + RATING.games * usual) / (this.#games + RATING.games)
  }

  /** Log of what opponents count relative to what their own rates would have expected. */
  allowed(part: Part, usual: number): number {
    const { count, expected } = this.#allowed[part]
    const mixed = RATING.games * usual
    return Math.log(Math.max(LEAST_RATE, count + mixed) / (expected + mixed))
  }
}
