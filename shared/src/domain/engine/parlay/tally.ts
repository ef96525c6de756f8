import type { EntryOutcome } from '../../payouts/payout.ts'

/**
 * Distribution of the numbers of legs that win, tie and are not played; the remaining legs lose. `chance` is
 * a flat array with indices from `at(legs, wins, ties, noPlays)`.
 */
export interface Tally {
  readonly legs: number
  readonly chance: Float64Array
}

/** Index of an outcome in `chance`. */
export const at = (legs: number, wins: number, ties: number, noPlays: number): number =>
  (wins * (legs + 1) + ties) * (legs + 1) + noPlays

/** A tally with all chances 0. */
export const emptyTally = (legs: number): Tally => ({ legs, chance: new Float64Array((legs + 1) ** 3) })

/** All outcomes with a chance above 0, most wins first. */
export function outcomes({ legs, chance }: Tally): EntryOutcome[] {
  const found: EntryOutcome[] = []
  for (let wins = legs; wins >= 0; wins--) {
    for (let ties = 0; wins + ties <= legs; ties++) {
      for (let noPlays = 0; wins + ties + noPlays <= legs; noPlays++) {
        const likely = chance[at(legs, wins, ties, noPlays)] ?? 0
        if (likely > 0)
          found.push({ wins, ties, noPlays, losses: legs - wins - ties - noPlays, chance: likely })
      }
    }
  }
  return found
}

/** Tally of the legs of two independent tallies. */
export function together(a: Tally, b: Tally): Tally {
  const both = emptyTally(a.legs + b.legs)
  const others = outcomes(b)
  for (const one of outcomes(a)) {
    for (const other of others) {
      const key = at(both.legs, one.wins + other.wins, one.ties + other.ties, one.noPlays + other.noPlays)
      both.chance[key] = (both.chance[key] ?? 0) + one.chance * other.chance
    }
  }
  return both
}

/** Tally of all legs of one or more independent tallies. */
export const allOf = (tallies: readonly Tally[]): Tally => tallies.reduce(together)

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
export const allWin = ({ legs, chance }: Tally): number => chance[at(legs, legs, 0, 0)] ?? 0
