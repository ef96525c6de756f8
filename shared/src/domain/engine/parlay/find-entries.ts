import { bookRules } from '../../books/books.ts'
import { hasStandardPayout } from '../../payouts/break-even.ts'
import { isPaid, type PayoutTable } from '../../payouts/payout.ts'
import { DEPENDENCE } from '../../sports/index.ts'
import { type EntryChances, entryChances } from './assess-entry.ts'
import type { ParlayLeg } from './leg.ts'
import { buildPool, type EntryToAvoid, type Pool, searchEntries } from './search-entries.ts'

/** Most parlays of one recommendation: the screen has a tab for each (P9). */
const MOST_ENTRIES = 3
/** Entries of a search whose exact chances are computed. */
const FINALISTS = 6

export interface FoundEntry extends EntryChances {
  /** Likeliest first. */
  readonly legs: readonly ParlayLeg[]
}

const byChance = (a: FoundEntry, b: FoundEntry) => b.allWin - a.allWin
const byProfit = (a: FoundEntry, b: FoundEntry) => (b.profit ?? 0) - (a.profit ?? 0) || byChance(a, b)

/**
 * Orders entries for recommendation. Where all have a public payout: by expected profit. Otherwise entries
 * with a positive expected profit are first, by profit, followed by the rest by the chance that every leg
 * wins: their profits cannot be compared.
 */
export function rankEntries(entries: readonly FoundEntry[]): FoundEntry[] {
  if (entries.every(({ profit }) => profit !== null)) return entries.toSorted(byProfit)
  const gains = entries.filter(({ profit }) => profit !== null && profit > 0)
  const others = entries.filter((entry) => !gains.includes(entry))
  return [...gains.toSorted(byProfit), ...others.toSorted(byChance)]
}

/** Value of a tie relative to a win, 0 to 1: with a tie the entry is paid as one of the next lower size. */
function tieWorth({ power, lastLegWon }: PayoutTable, size: number): number {
  const pays = power[size]
  return pays ? Math.min(1, (power[size - 1] ?? lastLegWon ?? 1) / pays) : 0
}

function poolsOf(legs: readonly ParlayLeg[], size: number): Pool[] {
  const rules = bookRules()
  const { payouts } = rules
  if (!payouts || !isPaid(payouts, 'power', size)) return [buildPool(legs, 0, DEPENDENCE, rules)]
  const priced = legs.filter(hasStandardPayout)
  const pools = [buildPool(priced, tieWorth(payouts, size), DEPENDENCE, rules)]
  return priced.length === legs.length ? pools : [...pools, buildPool(legs, 0, DEPENDENCE, rules)]
}

/**
 * Finds up to three entries to recommend, best first. They differ from each other in half of their players where
 * possible and in at least one player. The search estimates values from pairs of legs; the best entries of each
 * search are then evaluated by their joint distribution.
 * @param legs any number of legs, each valid for `assessEntry`
 * @param size number of legs of an entry
 * @returns empty where the legs form no entry that the book accepts; yields every few milliseconds to let
 * other work run
 */
export function* findEntries(legs: readonly ParlayLeg[], size: number): Generator<void, FoundEntry[]> {
  const pools = poolsOf(legs, size)
  yield
  const chosen: FoundEntry[] = []
  const best = function* (shared: number): Generator<void, FoundEntry | undefined> {
    const taken = chosen.map(
      (entry): EntryToAvoid => ({
        players: new Set(entry.legs.map(({ player }) => player)),
        most: shared,
      }),
    )
    const found: FoundEntry[] = []
    for (const pool of pools) {
      for (const entry of yield* searchEntries(pool, size, taken, FINALISTS)) {
        const chances = entryChances(entry)
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
