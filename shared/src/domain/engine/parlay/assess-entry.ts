import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { BookRules } from '../../books/book-rules.ts'
import { bookRules } from '../../books/books.ts'
import type { EntryKind, EntryOutcome } from '../../payouts/payout.ts'
import { DEPENDENCE, type Dependence, legCorrelation } from '../../sports/index.ts'
import { type ConditionalLeg, conditionLeg, draw } from './copula.ts'
import {
  type EntryValue,
  type Estimate,
  entryValue,
  estimate,
  expectedPayout,
  findPayouts,
  type Moved,
  standardErrorOfMean,
  withoutValue,
} from './entry-value.ts'
import { type EntryResult, legsProblem, lineKey, type ParlayLeg, type Side } from './leg.ts'
import { allWin, average, combineAll, outcomes, type Tally, tallyIndex, tallyLegs } from './tally.ts'

/** Legs that are correlated directly or through other legs, with their correlations. */
interface Cluster {
  readonly legs: readonly ParlayLeg[]
  readonly correlation: readonly (readonly number[])[]
}

const byLine = (a: ParlayLeg, b: ParlayLeg): number => (lineKey(a) < lineKey(b) ? -1 : 1)

const samePlayer = (a: ParlayLeg, b: ParlayLeg): boolean => a.game === b.game && a.player === b.player

/**
 * Groups the legs of an entry into independent clusters. Clusters and their legs are sorted, so that the
 * results do not depend on the order of the input, to the last bit.
 * @param legs at most one per line
 */
function clusterLegs(legs: readonly ParlayLeg[], table: Dependence): Cluster[] {
  const rest = legs.toSorted(byLine)
  const groups: ParlayLeg[][] = []
  for (let first = rest.shift(); first; first = rest.shift()) {
    const group = [first]
    for (const member of group) {
      for (const other of [...rest]) {
        if (!samePlayer(member, other) && legCorrelation(table, member, other) === 0) continue
        group.push(other)
        rest.splice(rest.indexOf(other), 1)
      }
    }
    groups.push(group.toSorted(byLine))
  }
  return groups.map((group) => ({
    legs: group,
    correlation: group.map((a) => group.map((b) => (a === b ? 1 : legCorrelation(table, a, b)))),
  }))
}

/** Default seed of the draws, an arbitrary number: equal entries have equal figures on every machine. */
export const SEED = 20190630

/** Correlated legs with their draws, from which tallies can be computed for changed chances. */
export interface EntryPart {
  readonly legs: readonly ParlayLeg[]
  readonly views: readonly ConditionalLeg[]
  /** Returns the view of the leg at an index, with the chances of `leg`. */
  readonly view: (leg: ParlayLeg, place: number) => ConditionalLeg
}

/** Limits the chance that all legs win to the bounds given by the chances of the legs (M. Fréchet 1935). */
function withinBounds(tally: Tally, legs: readonly ParlayLeg[]): Tally {
  const wins = legs.map(({ win, noPlay }) => win * (1 - noPlay))
  const most = Math.min(...wins)
  const least = wins.reduce((sum, win) => sum + win, 1 - wins.length)
  const found = allWin(tally)
  const bounded = Math.min(most, Math.max(0, least, found))
  if (bounded === found || found === 1) return tally
  const chance = tally.chance.map((value) => (value * (1 - bounded)) / (1 - found))
  chance[tallyIndex(tally.legs, tally.legs, 0, 0)] = bounded
  return { legs: tally.legs, chance }
}

/** Tally of a part: the mean over the copies of the lattice. */
export const partTally = (copies: readonly Tally[], legs: readonly ParlayLeg[]): Tally =>
  withinBounds(average(copies), legs)

/**
 * Splits the legs of an entry into independent parts, with draws for those of several legs.
 * @param seed of the draws; equal seeds give equal draws
 */
export function entryParts(legs: readonly ParlayLeg[], table: Dependence, seed: number): EntryPart[] {
  const random = xoroshiro128plus(seed)
  return clusterLegs(legs, table).map((cluster) => {
    const draws = cluster.legs.length > 1 ? draw(cluster.correlation, random) : null
    const view = (leg: ParlayLeg, place: number) => conditionLeg(leg, draws, place)
    return { legs: cluster.legs, views: cluster.legs.map(view), view }
  })
}

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
  readonly rules?: BookRules
  readonly dependence?: Dependence
  readonly seed?: number
}

interface MovedTallies {
  readonly side: Side
  readonly low: Tally
  readonly high: Tally
}

/** For each leg: tallies of the complete entry with that leg's chance at both ends of its interval. */
function movedTallies(parts: readonly EntryPart[], partTallies: readonly Tally[]): MovedTallies[] {
  return parts.flatMap(({ legs, views, view }, index) => {
    const others = partTallies.filter((_, other) => other !== index)
    const moved = (leg: ParlayLeg, place: number): Tally =>
      combineAll([
        partTally(tallyLegs(views.with(place, view(leg, place))), legs.with(place, leg)),
        ...others,
      ])
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
function combineCopies(tallies: readonly (readonly Tally[])[]): Tally[] {
  const copies = Math.max(...tallies.map((each) => each.length))
  return Array.from({ length: copies }, (_, copy) =>
    combineAll(tallies.flatMap((each) => each[copy] ?? each.slice(0, 1))),
  )
}

/**
 * Computes joint chances and value of an entry. Legs of one game are correlated as in `dependence`, by a
 * Gaussian copula that preserves the chance of each leg and is evaluated with quasi-random draws. Legs of
 * different games are independent; without correlated legs the result is exact. The result is deterministic.
 * The refund of an entry that absences leave with a single club is ignored, because it is rare.
 * @param legs two to ten, each with chances given that the player takes part
 * @param options `rules` of the book, by default PrizePicks; `dependence`: correlations, by default the fitted
 * ones; `seed` of the draws
 * @returns a refusal with the problem of the legs. An entry that the book does not take or has no public payout
 * of has no value, with the reason; otherwise its stake is in units of one percent of the bankroll
 */
export function assessEntry(
  legs: readonly ParlayLeg[],
  { rules = bookRules(), dependence = DEPENDENCE, seed = SEED }: Options = {},
): EntryResult<EntryAssessment> {
  const reason = legsProblem(legs)
  if (reason) return { ok: false, reason }

  const parts = entryParts(legs, dependence, seed)
  const copies = parts.map(({ views }) => tallyLegs(views))
  const partTallies = parts.map(({ legs: own }, part) => partTally(copies[part] ?? [], own))
  const tally = combineAll(partTallies)
  const moved = movedTallies(parts, partTallies)
  const entryCopies = combineCopies(copies)
  const estimated = (figure: (of: Tally) => number, most: number): Estimate => {
    const ends: Moved[] = moved.map(({ side, low, high }) => ({
      side,
      low: figure(low),
      high: figure(high),
    }))
    return estimate(figure(tally), ends, standardErrorOfMean(entryCopies.map(figure)), most)
  }
  const entryValueOf = (kind: EntryKind): EntryValue => {
    const payouts = findPayouts(legs, rules, kind)
    if (typeof payouts === 'string') return withoutValue(payouts)
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
      value: { power: entryValueOf('power'), flex: entryValueOf('flex') },
    },
  }
}

/** Figures that entries are ranked by. */
export interface EntryChances {
  /** Chance that every leg wins, 0 to 1. */
  readonly allWin: number
  /** Expected profit of a Power entry per unit staked; null where it has no public payout. */
  readonly profit: number | null
}

/**
 * Computes the figures of `assessEntry` without intervals, with the same bits and a tenth of the work, for
 * choosing among many entries.
 * @returns null where `assessEntry` refuses the legs
 */
export function entryChances(
  legs: readonly ParlayLeg[],
  { rules = bookRules(), dependence = DEPENDENCE }: Omit<Options, 'seed'> = {},
): EntryChances | null {
  if (legsProblem(legs)) return null
  const payouts = findPayouts(legs, rules, 'power')
  const tally = combineAll(
    entryParts(legs, dependence, SEED).map(({ legs: own, views }) => partTally(tallyLegs(views), own)),
  )
  return {
    allWin: allWin(tally),
    profit: typeof payouts === 'string' ? null : expectedPayout(tally, payouts, 'power') - 1,
  }
}
