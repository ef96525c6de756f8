import type { ParlayLeg } from './leg.ts'
import type { Pool } from '../../parlay/candidates-pool.ts'

/** Beam width: partial entries kept from each size to the next. */
const WIDTH = 120

/** An entry that new entries must differ from, and the number of its legs that they may share. */
export interface Taken {
  readonly legs: ReadonlySet<ParlayLeg>
  readonly most: number
}

/** A partial entry. `members`: indices of its legs in the pool, ascending. */
interface Unfinished {
  readonly members: readonly number[]
  readonly worth: number
  /** What each leg of the pool would add to `worth`. */
  readonly gain: Float64Array
}

/** Whether the book accepts the legs as an entry: they must be of two clubs or more. */
const ofTwoClubs = (legs: readonly ParlayLeg[]): boolean =>
  legs.some(({ club }) => club === null || club !== legs[0]?.club)

function extended({ lift }: Pool, { members, gain }: Unfinished, by: number, worth: number): Unfinished {
  const lifts = lift[by]
  return {
    members: [...members, by].sort((a, b) => a - b),
    worth,
    gain: gain.map((value, at) => value + (lifts?.[at] ?? 0)),
  }
}

/** Returns the test of which legs of the pool may extend a partial entry. */
function openTo(pool: Pool, { members }: Unfinished, taken: readonly Taken[]): (at: number) => boolean {
  const own = members.flatMap((at) => pool.legs[at] ?? [])
  const players = new Set(own.map(({ player }) => player))
  const full = taken.filter(({ legs, most }) => own.filter((leg) => legs.has(leg)).length >= most)
  return (at) => {
    const leg = pool.legs[at]
    return leg !== undefined && !players.has(leg.player) && !full.some(({ legs }) => legs.has(leg))
  }
}

interface Step {
  readonly from: Unfinished
  readonly by: number
  readonly worth: number
}

function steps(pool: Pool, unfinished: readonly Unfinished[], taken: readonly Taken[]): Step[] {
  const found: Step[] = []
  for (const from of unfinished) {
    const open = openTo(pool, from, taken)
    for (const [by, gain] of from.gain.entries()) {
      if (open(by)) found.push({ from, by, worth: from.worth + gain })
    }
  }
  return found.sort((a, b) => b.worth - a.worth)
}

/** Applies the best steps, each resulting entry once. */
function kept(pool: Pool, sorted: readonly Step[], most: number, last: boolean): Unfinished[] {
  const seen = new Set<string>()
  const best: Unfinished[] = []
  for (const { from, by, worth } of sorted) {
    if (best.length >= most) break
    const next = [...from.members, by]
    if (last && !ofTwoClubs(next.flatMap((at) => pool.legs[at] ?? []))) continue
    const key = next.sort((a, b) => a - b).join()
    if (seen.has(key)) continue
    seen.add(key)
    best.push(extended(pool, from, by, worth))
  }
  return best
}

/**
 * Finds the entries of a size with the highest worth, by the worths of legs and the lifts of pairs. It is a
 * beam search: its work grows with the size, not with the number of combinations. An entry has one leg per
 * player and at least two clubs.
 * @param taken entries that the result must differ from
 * @returns at most `most` entries, best first; yields once per leg to let other work run
 */
export function* searchEntries(
  pool: Pool,
  size: number,
  taken: readonly Taken[],
  most: number,
): Generator<void, ParlayLeg[][]> {
  let unfinished: Unfinished[] = [{ members: [], worth: 0, gain: pool.worth }]
  for (let legs = 1; legs <= size; legs++) {
    const last = legs === size
    unfinished = kept(pool, steps(pool, unfinished, taken), last ? most : WIDTH, last)
    yield
  }
  return unfinished.map(({ members }) => members.flatMap((at) => pool.legs[at] ?? []))
}
