import { COPIES } from './draws.ts'
import type { LegView } from './leg-view.ts'
import { at, emptyTally, type Tally } from './tally.ts'

/**
 * Chances being counted, flat like a tally. Where no leg can tie or stay away only wins are kept, which makes the
 * counting ten times faster: then `side` is 1.
 */
interface Count {
  readonly chance: Float64Array
  readonly side: number
}

/** Adds a leg in place, from the top down: what is read has not been changed yet. */
function addLeg({ chance, side }: Count, legs: number, win: number, push: number): void {
  const lose = 1 - win - push
  const row = side * side
  const ties = side === 1 ? 0 : legs
  for (let key = legs * row + ties * side + ties; key >= 0; key--) {
    let sum = lose * (chance[key] ?? 0)
    if (key >= row) sum += win * (chance[key - row] ?? 0)
    if (push > 0 && key >= side) sum += push * (chance[key - side] ?? 0)
    chance[key] = sum
  }
}

/** The count as it was, with further legs that stay away, mixed with the one in which they took part. */
function mixAbsence({ chance }: Count, before: Float64Array, legs: number, noPlay: number): void {
  for (let key = chance.length - 1; key >= 0; key--) {
    const absent = key >= legs ? (before[key - legs] ?? 0) : 0
    chance[key] = (1 - noPlay) * (chance[key] ?? 0) + noPlay * absent
  }
}

/** Counts the legs given one draw, in which they are independent: they are added one by one. */
function countDraw(count: Count, views: readonly LegView[], draw: number): void {
  count.chance.fill(0)
  count.chance[0] = 1
  let start = 0
  while (start < views.length) {
    const { player, noPlay } = views[start] ?? { player: '', noPlay: 0 }
    const before = noPlay > 0 ? count.chance.slice() : count.chance
    let end = start
    for (; views[end]?.player === player; end++) {
      addLeg(count, end + 1, views[end]?.win[draw] ?? 0, views[end]?.push?.[draw] ?? 0)
    }
    if (noPlay > 0) mixAbsence(count, before, end - start, noPlay)
    start = end
  }
}

function tallyFrom(sums: Float64Array, legs: number, side: number, draws: number): Tally {
  const tally = emptyTally(legs)
  for (const [key, sum] of sums.entries()) {
    const wins = Math.floor(key / (side * side))
    tally.chance[at(legs, wins, Math.floor(key / side) % side, key % side)] = sum / draws
  }
  return tally
}

/**
 * How many legs win, tie and do not play: one tally for each copy of the lattice, or a single one where nothing was
 * drawn.
 * @param views legs of a player stand together, with one chance that he does not play
 */
export function tallyViews(views: readonly LegView[]): Tally[] {
  const draws = views[0]?.win.length ?? 0
  const copies = draws === 1 ? 1 : COPIES
  const each = draws / copies
  const deep = views.some(({ push, noPlay }) => push !== null || noPlay > 0)
  const side = deep ? views.length + 1 : 1
  const count = { chance: new Float64Array((views.length + 1) * side * side), side }
  return Array.from({ length: copies }, (_, copy) => {
    const sums = new Float64Array(count.chance.length)
    for (let draw = copy * each; draw < (copy + 1) * each; draw++) {
      countDraw(count, views, draw)
      for (let key = 0; key < sums.length; key++) sums[key] = (sums[key] ?? 0) + (count.chance[key] ?? 0)
    }
    return tallyFrom(sums, views.length, side, each)
  })
}
