import type { BookRules } from '../../books/book-rules.ts'
import { hasEnoughClubs, pairProblem } from '../../books/entry-rules.ts'
import { type Dependence, legCorrelation } from '../../sports/index.ts'
import { normalQuantile } from '../probability.ts'
import { type ParlayLeg, toEntryLeg } from './leg.ts'

/** Most legs in a search. The best entries use far fewer. */
const MOST_LEGS = 100
/**
 * Limits per player and per club. An entry has one leg per player, and the book refuses entries of a single
 * club: without the limits the pool could hold too few players or clubs to form an entry.
 */
const MOST_OF_PLAYER = 3
const MOST_OF_CLUB = 30
/** Lower bound of chances before taking logarithms. */
const LEAST = 1e-9
const NEVER = Number.NEGATIVE_INFINITY

/** Points and weights of the five-point Gauss-Legendre rule on 0 to 1. */
const RULE = [
  [0.046910077, 0.1184634425],
  [0.2307653449, 0.2393143352],
  [0.5, 0.2844444444],
  [0.7692346551, 0.2393143352],
  [0.953089923, 0.1184634425],
] as const

/** Legs of a search. `worth`: what each leg adds to the logarithm of an entry's expected value. */
export interface Pool {
  readonly rules: BookRules
  readonly legs: readonly ParlayLeg[]
  readonly worth: Float64Array
  /**
   * `lift[i][j]`: what the correlation of two legs adds to that logarithm, in addition to their own worths; minus
   * infinity for legs that cannot be in one entry.
   */
  readonly lift: readonly Float64Array[]
}

/**
 * Chance that two standard normal variables are both below their limits `a` and `b`, by integrating their
 * density over the correlation (R. L. Plackett 1954).
 * @param apart that chance for independent variables
 */
function bothBelow(a: number, b: number, correlation: number, apart: number): number {
  let sum = 0
  for (const [point, weight] of RULE) {
    const r = point * correlation
    const rest = 1 - r * r
    sum += (weight * Math.exp(-(a * a - 2 * r * a * b + b * b) / (2 * rest))) / Math.sqrt(rest)
  }
  return apart + (correlation * sum) / (2 * Math.PI)
}

function liftOf(a: ParlayLeg, b: ParlayLeg, table: Dependence, rules: BookRules): number {
  if (a.player === b.player || pairProblem(rules, toEntryLeg(a), toEntryLeg(b))) return NEVER
  if (a.game !== b.game) return 0
  const correlation = legCorrelation(table, a, b)
  const apart = a.win * b.win
  if (correlation === 0 || apart < LEAST || a.win >= 1 || b.win >= 1) return 0
  const both = bothBelow(normalQuantile(a.win), normalQuantile(b.win), correlation, apart)
  return Math.log(Math.max(LEAST, Math.min(both, a.win, b.win)) / apart)
}

/**
 * Selects the legs of highest worth and computes the lift of each pair.
 * @param tieWorth value of a tie relative to a win, 0 to 1
 */
export function buildPool(
  legs: readonly ParlayLeg[],
  tieWorth: number,
  table: Dependence,
  rules: BookRules,
): Pool {
  const worthOf = ({ win, push, noPlay }: ParlayLeg) => (win + tieWorth * push) * (1 - noPlay)
  const counts = new Map<string, number>()
  const fits = (key: string, most: number): boolean => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= most
  }
  const chosen = legs
    .toSorted((a, b) => worthOf(b) - worthOf(a))
    .filter(
      ({ player, club }) =>
        fits(`p ${player}`, MOST_OF_PLAYER) && (club === null || fits(`c ${club}`, MOST_OF_CLUB)),
    )
    .slice(0, MOST_LEGS)
  const lift = chosen.map((_, at) => new Float64Array(chosen.length).fill(NEVER, at, at + 1))
  for (const [i, a] of chosen.entries()) {
    for (let j = 0; j < i; j++) {
      const b = chosen[j]
      const value = b ? liftOf(a, b, table, rules) : 0
      lift[i]?.fill(value, j, j + 1)
      lift[j]?.fill(value, i, i + 1)
    }
  }
  return {
    rules,
    legs: chosen,
    worth: Float64Array.from(chosen, (leg) => Math.log(Math.max(LEAST, worthOf(leg)))),
    lift,
  }
}

/** Beam width: partial entries that continue from each size to the next. */
const BEAM_WIDTH = 120

/** An entry that new entries must differ from, and the number of its players that they may share. */
export interface EntryToAvoid {
  readonly players: ReadonlySet<string>
  readonly most: number
}

/** A partial entry. `members`: indices of its legs in the pool, ascending. */
interface Unfinished {
  readonly members: readonly number[]
  readonly worth: number
  /** What each leg of the pool would add to `worth`. */
  readonly gain: Float64Array
}

/**
 * Partial entries of a single club that continue. The rest of the beam is left to the others, because the legs
 * that would complete the former may be refused.
 */
const SINGLE_CLUB_WIDTH = BEAM_WIDTH / 2

function extendEntry({ lift }: Pool, { members, gain }: Unfinished, by: number, worth: number): Unfinished {
  const lifts = lift[by]
  return {
    members: [...members, by].sort((a, b) => a - b),
    worth,
    gain: gain.map((value, at) => value + (lifts?.[at] ?? 0)),
  }
}

/** Returns the test of which legs of the pool may extend a partial entry. */
function canExtend(
  pool: Pool,
  { members, gain }: Unfinished,
  taken: readonly EntryToAvoid[],
): (at: number) => boolean {
  const own = members.flatMap((at) => pool.legs[at] ?? [])
  const full = taken.filter(
    ({ players, most }) => own.filter(({ player }) => players.has(player)).length >= most,
  )
  return (at) => {
    const leg = pool.legs[at]
    return leg !== undefined && gain[at] !== NEVER && !full.some(({ players }) => players.has(leg.player))
  }
}

interface Step {
  readonly from: Unfinished
  readonly by: number
  readonly worth: number
}

function steps(pool: Pool, unfinished: readonly Unfinished[], taken: readonly EntryToAvoid[]): Step[] {
  const found: Step[] = []
  for (const from of unfinished) {
    const open = canExtend(pool, from, taken)
    for (const [by, gain] of from.gain.entries()) {
      if (open(by)) found.push({ from, by, worth: from.worth + gain })
    }
  }
  return found.sort((a, b) => b.worth - a.worth)
}

/** Applies the best steps, each resulting entry once. */
function applyBestSteps(pool: Pool, sorted: readonly Step[], most: number, last: boolean): Unfinished[] {
  const seen = new Set<string>()
  const best: Unfinished[] = []
  let ofOneClub = 0
  for (const { from, by, worth } of sorted) {
    if (best.length >= most) break
    const next = [...from.members, by]
    const legs = next.flatMap((at) => pool.legs[at] ?? [])
    const hasOneClub = legs.length > 1 && !hasEnoughClubs(pool.rules, legs)
    if (hasOneClub && (last || ofOneClub >= SINGLE_CLUB_WIDTH)) continue
    const key = next.sort((a, b) => a - b).join()
    if (seen.has(key)) continue
    seen.add(key)
    if (hasOneClub) ofOneClub++
    best.push(extendEntry(pool, from, by, worth))
  }
  return best
}

/**
 * Finds the entries of a size with the highest worth, by the worths of legs and the lifts of pairs. It is a
 * beam search: its work grows with the size, not with the number of combinations. An entry has one leg per
 * player and is one that the book takes.
 * @param taken entries that the result must differ from
 * @returns at most `most` entries, best first; yields once per leg to let other work run
 */
export function* searchEntries(
  pool: Pool,
  size: number,
  taken: readonly EntryToAvoid[],
  most: number,
): Generator<void, ParlayLeg[][]> {
  let unfinished: Unfinished[] = [{ members: [], worth: 0, gain: pool.worth }]
  for (let legs = 1; legs <= size; legs++) {
    const last = legs === size
    unfinished = applyBestSteps(pool, steps(pool, unfinished, taken), last ? most : BEAM_WIDTH, last)
    yield
  }
  return unfinished.map(({ members }) => members.flatMap((at) => pool.legs[at] ?? []))
}
