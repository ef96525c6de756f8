import type { EntryOutcome } from '../../payouts/payout.ts'
import { type ConditionalLeg, LATTICE_COPIES } from './copula.ts'

/**
 * Distribution of the numbers of legs that win, tie and are not played; the remaining legs lose. `chance` is
 * a flat array with indices from `tallyIndex(legs, wins, ties, noPlays)`.
 */
export interface Tally {
  readonly legs: number
  readonly chance: Float64Array
}

/** Index of an outcome in `chance`. */
export const tallyIndex = (legs: number, wins: number, ties: number, noPlays: number): number =>
  (wins * (legs + 1) + ties) * (legs + 1) + noPlays

/** A tally with all chances 0. */
export const emptyTally = (legs: number): Tally => ({ legs, chance: new Float64Array((legs + 1) ** 3) })

/** All outcomes with a chance above 0, most wins first. */
export function outcomes({ legs, chance }: Tally): EntryOutcome[] {
  const found: EntryOutcome[] = []
  for (let wins = legs; wins >= 0; wins--) {
    for (let ties = 0; wins + ties <= legs; ties++) {
      for (let noPlays = 0; wins + ties + noPlays <= legs; noPlays++) {
        const likely = chance[tallyIndex(legs, wins, ties, noPlays)] ?? 0
        if (likely > 0)
          found.push({ wins, ties, noPlays, losses: legs - wins - ties - noPlays, chance: likely })
      }
    }
  }
  return found
}

/** Tally of the legs of two independent tallies. */
export function combineTallies(a: Tally, b: Tally): Tally {
  const both = emptyTally(a.legs + b.legs)
  const others = outcomes(b)
  for (const one of outcomes(a)) {
    for (const other of others) {
      const key = tallyIndex(
        both.legs,
        one.wins + other.wins,
        one.ties + other.ties,
        one.noPlays + other.noPlays,
      )
      both.chance[key] = (both.chance[key] ?? 0) + one.chance * other.chance
    }
  }
  return both
}

/** Tally of all legs of one or more independent tallies. */
export const combineAll = (tallies: readonly Tally[]): Tally => tallies.reduce(combineTallies)

/** Mean of tallies of the same legs, for example of several sets of draws. */
export function average(tallies: readonly Tally[]): Tally {
  const [first] = tallies
  if (!first || tallies.length === 1) return first ?? emptyTally(0)
  const mean = emptyTally(first.legs)
  for (const { chance } of tallies) {
    for (const [key, value] of chance.entries()) mean.chance[key] = (mean.chance[key] ?? 0) + value
  }
  return { legs: mean.legs, chance: mean.chance.map((sum) => sum / tallies.length) }
}

/** Chance that every leg wins. */
export const allWin = ({ legs, chance }: Tally): number => chance[tallyIndex(legs, legs, 0, 0)] ?? 0

/**
 * Distribution of wins, ties and legs not played while legs are added. `chance` is a flat array of these
 * three dimensions, each as large as the legs need.
 */
class TallyBuilder {
  readonly chance: Float64Array
  readonly ties: number
  readonly noPlays: number
  readonly #legs: number
  #added = 0

  constructor(views: readonly ConditionalLeg[]) {
    this.#legs = views.length
    this.ties = views.filter(({ push }) => push !== null).length
    this.noPlays = views.filter(({ noPlay }) => noPlay > 0).length
    this.chance = new Float64Array((views.length + 1) * (this.ties + 1) * (this.noPlays + 1))
  }

  begin(): void {
    this.chance.fill(0)
    this.chance[0] = 1
    this.#added = 0
  }

  /** Adds a leg in place. Iterating downwards reads each value before it changes. */
  add(win: number, push: number, noPlay: number): void {
    this.#added++
    const { chance } = this
    // Most entries have neither ties nor absences. Counting wins only is three times as fast.
    if (this.ties === 0 && this.noPlays === 0) {
      for (let wins = this.#added; wins > 0; wins--) {
        chance[wins] = (1 - win) * (chance[wins] ?? 0) + win * (chance[wins - 1] ?? 0)
      }
      chance[0] = (1 - win) * (chance[0] ?? 0)
      return
    }
    const tieStep = this.noPlays + 1
    const winStep = (this.ties + 1) * tieStep
    const plays = 1 - noPlay
    const lose = 1 - win - push
    for (let wins = this.#added; wins >= 0; wins--) {
      for (let ties = Math.min(this.ties, this.#added - wins); ties >= 0; ties--) {
        const row = wins * winStep + ties * tieStep
        for (let key = row + Math.min(this.noPlays, this.#added - wins - ties); key >= row; key--) {
          let played = lose * (chance[key] ?? 0)
          if (wins > 0) played += win * (chance[key - winStep] ?? 0)
          if (ties > 0) played += push * (chance[key - tieStep] ?? 0)
          chance[key] = plays * played + (key > row ? noPlay * (chance[key - 1] ?? 0) : 0)
        }
      }
    }
  }

  /**
   * Mixes in, with the chance `noPlay`, the distribution before the last `legs` legs, which then count as not
   * played.
   */
  mixAbsence(before: Float64Array, legs: number, noPlay: number): void {
    const { chance } = this
    const side = this.noPlays + 1
    for (let key = chance.length - 1; key >= 0; key--) {
      const absent = key % side >= legs ? (before[key - legs] ?? 0) : 0
      chance[key] = (1 - noPlay) * (chance[key] ?? 0) + noPlay * absent
    }
  }

  tally(sums: Float64Array, draws: number): Tally {
    const tally = emptyTally(this.#legs)
    for (const [key, sum] of sums.entries()) {
      const row = Math.floor(key / (this.noPlays + 1))
      const wins = Math.floor(row / (this.ties + 1))
      const place = tallyIndex(this.#legs, wins, row % (this.ties + 1), key % (this.noPlays + 1))
      // Rounding may give values slightly below zero where a leg cannot lose.
      if (sum > 0) tally.chance[place] = sum / draws
    }
    return tally
  }
}

/** Number of consecutive legs of the same player, from index `start`. */
function legsOfPlayer(views: readonly ConditionalLeg[], start: number): number {
  let end = start + 1
  while (views[end]?.player === views[start]?.player && end < views.length) end++
  return end - start
}

/** Adds all legs given one draw. Given the draw, legs are independent. */
function countDraw(count: TallyBuilder, views: readonly ConditionalLeg[], draw: number): void {
  count.begin()
  let start = 0
  while (start < views.length) {
    const legs = legsOfPlayer(views, start)
    const noPlay = views[start]?.noPlay ?? 0
    // A player who does not take part voids all of their legs together.
    const before = legs > 1 && noPlay > 0 ? count.chance.slice() : null
    for (let leg = start; leg < start + legs; leg++) {
      count.add(views[leg]?.win[draw] ?? 0, views[leg]?.push?.[draw] ?? 0, before ? 0 : noPlay)
    }
    if (before) count.mixAbsence(before, legs, noPlay)
    start += legs
  }
}

/**
 * Computes the distribution of wins, ties and legs not played: one tally per copy of the lattice, or a single
 * one without draws.
 * @param views legs of a player are adjacent and have the same `noPlay`
 */
export function tallyLegs(views: readonly ConditionalLeg[]): Tally[] {
  const draws = views[0]?.win.length ?? 0
  const copies = draws === 1 ? 1 : LATTICE_COPIES
  const each = draws / copies
  const count = new TallyBuilder(views)
  return Array.from({ length: copies }, (_, copy) => {
    const sums = new Float64Array(count.chance.length)
    for (let draw = copy * each; draw < (copy + 1) * each; draw++) {
      countDraw(count, views, draw)
      for (let key = 0; key < sums.length; key++) sums[key] = (sums[key] ?? 0) + (count.chance[key] ?? 0)
    }
    return count.tally(sums, each)
  })
}
