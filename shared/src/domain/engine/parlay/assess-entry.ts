import type { EntryOutcome } from '../../payouts/payout.ts'
import { type EntryKind, type PayoutTable, PRIZEPICKS_PAYOUTS } from '../../parlay/payout-table.ts'
import { DEPENDENCE } from '../fitted/dependence.ts'
import { legsProblem } from './check-legs.ts'
import type { Dependence } from './dependence.ts'
import { type EntryPart, entryParts, partTally } from './entry-parts.ts'
import { type EntryValue, entryValue, expectedPayout, unpriced, withoutValue } from './entry-value.ts'
import { type Estimate, errorOfMean, estimate, type Moved } from './estimate.ts'
import type { EntryResult, ParlayLeg, Side } from './leg.ts'
import { SEED } from './seed.ts'
import { allOf, allWin, outcomes, type Tally } from './tally.ts'
import { tallyViews } from './tally-views.ts'

export interface EntryAssessment {
  /** Chance that every leg wins. */
  readonly allWin: Estimate
  /**
   * Outcomes by number of legs that win, lose, tie and do not play. Only those with a chance; they sum to
   * one.
   */
  readonly outcomes: readonly EntryOutcome[]
  readonly value: Readonly<Record<EntryKind, EntryValue>>
}

interface Options {
  readonly payouts?: PayoutTable
  readonly dependence?: Dependence
  readonly seed?: number
}

interface MovedTallies {
  readonly side: Side
  readonly low: Tally
  readonly high: Tally
}

/** For each leg: tallies of the complete entry with that leg's chance at both ends of its interval. */
function movedTallies(parts: readonly EntryPart[], whole: readonly Tally[]): MovedTallies[] {
  return parts.flatMap(({ legs, views, view }, index) => {
    const others = whole.filter((_, other) => other !== index)
    const moved = (leg: ParlayLeg, place: number): Tally =>
      allOf([partTally(tallyViews(views.with(place, view(leg, place))), legs.with(place, leg)), ...others])
    return legs.map((leg, place) => {
      const { low, high } = leg.interval80
      return {
        side: leg.side,
        low: moved({ ...leg, win: low }, place),
        high: moved({ ...leg, win: high, push: Math.min(leg.push, 1 - high) }, place),
      }
    })
  })
}

/** Tallies of the complete entry by copy of the lattice. Parts without draws are the same in each copy. */
function byCopies(tallies: readonly (readonly Tally[])[]): Tally[] {
  const copies = Math.max(...tallies.map((each) => each.length))
  return Array.from({ length: copies }, (_, copy) =>
    allOf(tallies.flatMap((each) => each[copy] ?? each.slice(0, 1))),
  )
}

/**
 * Computes joint chances and value of an entry. Legs of one game are correlated as in `dependence`, by a
 * Gaussian copula that preserves the chance of each leg and is evaluated with quasi-random draws. Legs of
 * different games are independent; without correlated legs the result is exact. The result is deterministic.
 * One rule of the book is ignored because it is rare: it refunds an entry when ties or absences leave legs of
 * a single club.
 * @param legs two to ten, each with chances given that the player takes part
 * @param options `payouts`: of the book, by default PrizePicks'; `dependence`: correlations, by default the
 * fitted ones; `seed` of the draws
 * @returns a refusal with the problem of the legs. An entry without a public payout has no value, with the
 * reason; otherwise its stake is in units of one percent of the bankroll
 */
export function assessEntry(
  legs: readonly ParlayLeg[],
  { payouts = PRIZEPICKS_PAYOUTS, dependence = DEPENDENCE, seed = SEED }: Options = {},
): EntryResult<EntryAssessment> {
  const reason = legsProblem(legs)
  if (reason) return { ok: false, reason }

  const parts = entryParts(legs, dependence, seed)
  const copies = parts.map(({ views }) => tallyViews(views))
  const whole = parts.map(({ legs: own }, part) => partTally(copies[part] ?? [], own))
  const tally = allOf(whole)
  const moved = movedTallies(parts, whole)
  const wholeCopies = byCopies(copies)
  const estimated = (figure: (of: Tally) => number, most: number): Estimate => {
    const ends: Moved[] = moved.map(({ side, low, high }) => ({
      side,
      low: figure(low),
      high: figure(high),
    }))
    return estimate(figure(tally), ends, errorOfMean(wholeCopies.map(figure)), most)
  }
  const worth = (kind: EntryKind): EntryValue => {
    const missing = unpriced(legs, payouts, kind)
    if (missing) return withoutValue(missing)
    return entryValue(
      tally,
      payouts,
      kind,
      estimated((of) => expectedPayout(of, payouts, kind), Number.POSITIVE_INFINITY),
    )
  }
  return {
    ok: true,
    value: {
      allWin: estimated(allWin, 1),
      outcomes: outcomes(tally),
      value: { power: worth('power'), flex: worth('flex') },
    },
  }
}
