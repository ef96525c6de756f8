import {
  type BoxLine,
  COMPONENTS,
  type Component,
  componentCounts,
  type PerComponent,
  perComponent,
} from './markets.ts'

/** Weight of a club's game relative to its next one, in ratings. */
const KEEP_RATING = 0.96
/** Average games that are mixed into a rating. */
const RATING_GAMES = 12
/** Weight of the ratings of the last season. */
const CARRY = 0.5

/** A club's sums, those of earlier games counting less. */
interface Sums {
  games: number
  margin: number
  possessions: number
  timed: number
}

/** The possessions of a club in a game by its box score; null where counts are unknown. */
function possessionsOf(lines: readonly BoxLine[]): number | null {
  let sum = 0
  for (const { counts } of lines) {
    const { twosAttempted, threesAttempted, freeThrowsAttempted, offensiveRebounds, turnovers } = counts
    if (twosAttempted === null || threesAttempted === null || freeThrowsAttempted === null) return null
    sum += twosAttempted + threesAttempted + 0.44 * freeThrowsAttempted + turnovers - (offensiveRebounds ?? 0)
  }
  return sum
}

/** Length of a club's game in minutes of play of all its players. */
const REGULATION = 240

/** What earlier games tell of a club. */
export class ClubRecord {
  season = 0
  /** Games of the season. */
  games = 0
  lastDate = ''
  readonly #sums: Sums = { games: 0, margin: 0, possessions: 0, timed: 0 }
  readonly #allowed = perComponent(() => ({ counts: 0, expected: 0 }))

  /** Begins a season: earlier evidence counts less. */
  beginSeason(season: number): void {
    this.season = season
    this.games = 0
    for (const key of ['games', 'margin', 'possessions', 'timed'] as const) this.#sums[key] *= CARRY
    for (const component of COMPONENTS) {
      this.#allowed[component].counts *= CARRY
      this.#allowed[component].expected *= CARRY
    }
  }

  /** Adds a game of the club: its margin, and its possessions as those of both clubs. */
  add(date: string, margin: number, lines: readonly BoxLine[]): void {
    this.lastDate = date
    this.games += 1
    this.#sums.games = KEEP_RATING * this.#sums.games + 1
    this.#sums.margin = KEEP_RATING * this.#sums.margin + margin
    const possessions = possessionsOf(lines)
    if (possessions === null) return
    const minutes = lines.reduce((sum, line) => sum + line.minutes, 0)
    this.#sums.possessions =
      KEEP_RATING * this.#sums.possessions + (possessions * REGULATION) / Math.max(REGULATION, minutes)
    this.#sums.timed = KEEP_RATING * this.#sums.timed + 1
  }

  /** Adds what the opponents counted in a game and what their own rates would have expected. */
  addAllowed(counts: PerComponent<number>, expected: PerComponent<number>): void {
    for (const component of COMPONENTS) {
      const allowed = this.#allowed[component]
      allowed.counts = KEEP_RATING * allowed.counts + counts[component]
      allowed.expected = KEEP_RATING * allowed.expected + expected[component]
    }
  }

  /** Points by which the club usually wins. */
  get strength(): number {
    return this.#sums.margin / (this.#sums.games + RATING_GAMES)
  }

  /** Possessions of 48 minutes. */
  pace(usual: number): number {
    return (this.#sums.possessions + RATING_GAMES * usual) / (this.#sums.timed + RATING_GAMES)
  }

  /** Counts of opponents relative to those that their rates would have expected. */
  allowed(component: Component, usual: PerComponent<number>): number {
    const { counts, expected } = this.#allowed[component]
    const mixed = RATING_GAMES * usual[component]
    return (counts + mixed) / (expected + mixed)
  }
}

/** Sum of the lines by component, where the counts are known. */
export function sumCounts(lines: readonly BoxLine[]): PerComponent<number> {
  const all = lines.map(({ counts }) => componentCounts(counts))
  return perComponent((component) => all.reduce((sum, counts) => sum + (counts[component] ?? 0), 0))
}
