import { DEPENDENCE } from '../engine/fitted/dependence.ts'
import type { Dependence } from '../engine/parlay/dependence.ts'
import { type EntryChances, entryChances } from '../engine/parlay/entry-chances.ts'
import type { ParlayLeg } from '../engine/parlay/leg.ts'
import { type Pool, poolOf } from './candidates-pool.ts'
import { searchEntries, type Taken } from './candidates-search.ts'
import { isPaid, type PayoutTable, PRIZEPICKS_PAYOUTS } from './payout-table.ts'

/** Specification 2 §2: a tab for each parlay. */
const MOST_ENTRIES = 3
/** Entries of a search whose exact chances are worked out. */
const FINALISTS = 6

export interface FoundEntry extends EntryChances {
  /** Likeliest first. */
  readonly legs: readonly ParlayLeg[]
}

interface Options {
  readonly payouts?: PayoutTable
  readonly dependence?: Dependence
}

const byChance = (a: FoundEntry, b: FoundEntry) => b.allWin - a.allWin
const byProfit = (a: FoundEntry, b: FoundEntry) => (b.profit ?? 0) - (a.profit ?? 0) || byChance(a, b)

/**
 * Entries in the order in which they are recommended: by expected profit where all of them have a public payout. Else
 * those that are expected to win something first, by what they are; then all others by the chance that every leg hits,
 * since nobody can say which of them loses less.
 */
export function rankEntries(entries: readonly FoundEntry[]): FoundEntry[] {
  if (entries.every(({ profit }) => profit !== null)) return entries.toSorted(byProfit)
  const gains = entries.filter(({ profit }) => profit !== null && profit > 0)
  const others = entries.filter((entry) => !gains.includes(entry))
  return [...gains.toSorted(byProfit), ...others.toSorted(byChance)]
}

/** What a tie is worth beside a win: the entry falls to the next lower size. */
function tieWorth({ power, lastLegWon }: PayoutTable, size: number): number {
  const pays = power[size]
  return pays ? Math.min(1, (power[size - 1] ?? lastLegWon) / pays) : 0
}

function poolsOf(legs: readonly ParlayLeg[], size: number, payouts: PayoutTable, table: Dependence): Pool[] {
  const standard = legs.filter(({ oddsType }) => oddsType === 'standard')
  const paid = isPaid(payouts, 'power', size)
  const pools = paid ? [poolOf(standard, tieWorth(payouts, size), table)] : []
  return paid && standard.length === legs.length ? pools : [...pools, poolOf(legs, 0, table)]
}

/**
 * The entries to recommend of some legs, best first: up to three, each different from the others in half its legs where
 * that can be had, in one leg at least. What an entry is worth is estimated pair by pair first, and worked out from the
 * joint distribution for the best of each search.
 * @param legs any number; as `assessEntry` takes them
 * @param size legs of an entry
 * @returns after pauses (`yield`) of a few milliseconds each; empty where the legs make no entry that the book takes
 */
export function* findEntries(
  legs: readonly ParlayLeg[],
  size: number,
  { payouts = PRIZEPICKS_PAYOUTS, dependence = DEPENDENCE }: Options = {},
): Generator<void, FoundEntry[]> {
  const pools = poolsOf(legs, size, payouts, dependence)
  yield
  const chosen: FoundEntry[] = []
  const best = function* (shared: number): Generator<void, FoundEntry | undefined> {
    const taken = chosen.map((entry): Taken => ({ legs: new Set(entry.legs), most: shared }))
    const found: FoundEntry[] = []
    for (const pool of pools) {
      for (const entry of yield* searchEntries(pool, size, taken, FINALISTS)) {
        const chances = entryChances(entry, { payouts, dependence })
        if (chances) found.push({ ...chances, legs: entry.toSorted((a, b) => b.win - a.win) })
        yield
      }
    }
    return rankEntries(found)[0]
  }
  while (chosen.length < MOST_ENTRIES) {
    const next = (yield* best(Math.floor(size / 2))) ?? (yield* best(size - 1))
    if (!next) break
    chosen.push(next)
  }
  return rankEntries(chosen)
}
