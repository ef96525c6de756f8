import { around, type Box, distance, middleOf, overlapX, overlapY } from '../pixels/box.ts'

interface Placed {
  box: Box
}

/** How far off the usual place something may stand, in heights of a capital. */
const NEAR = { x: 2.5, y: 1.3 }
const STILL_NEAR = { x: 6, y: 3 }
/** Nothing that belongs to a row stands farther from it. */
const REACH = { x: 60, y: 22 }

const left = ({ x0 }: Box) => x0
const right = ({ x1 }: Box) => x1
const centre = ({ x0, x1 }: Box) => (x0 + x1) / 2
/** Which edges keep their distance depends on how a layout aligns its texts. */
const EDGES = [
  [left, left],
  [right, right],
  [centre, centre],
  [right, left],
  [left, right],
] as const

interface Offset {
  x: number
  y: number
  edges: (typeof EDGES)[number]
}

const offsetOf = (anchor: Box, box: Box, edges: Offset['edges']): Offset => ({
  x: edges[1](box) - edges[0](anchor),
  y: middleOf(box) - middleOf(anchor),
  edges,
})

/** How far a box is from where an offset wants it, in capitals; more than 1 is outside `within`. */
function missBy(
  anchor: Box,
  box: Box,
  offset: Offset,
  unit: number,
  within: { x: number; y: number },
): number {
  const at = offsetOf(anchor, box, offset.edges)
  return Math.max(
    Math.abs(at.x - offset.x) / (within.x * unit),
    Math.abs(at.y - offset.y) / (within.y * unit),
  )
}

/** A row that would reach into another one is the wrong row. */
const INTO_ANOTHER = 30
/** One row more that gets its thing outweighs any distance. */
const ONE_MORE = 1_000

export interface PlacedRow {
  /** What offsets are taken from: its number, or its stat. */
  anchor: Box
  /** Around everything that is known of it so far. */
  known: Box
}

export interface Assignment {
  /** For each row the place of its thing, or null. */
  given: (number | null)[]
  /** How many rows were served, and how closely; for comparing the kinds of things with one another. */
  score: number
}

const meets = (a: Box, b: Box) => overlapX(a, b) > 0 && overlapY(a, b) > 0

function scoreOf(
  offset: Offset,
  rows: readonly PlacedRow[],
  things: readonly Placed[],
  unit: number,
): number {
  let score = 0
  for (const row of rows) {
    let nearest: { box: Box; miss: number } | null = null
    for (const { box } of things) {
      const miss = missBy(row.anchor, box, offset, unit, NEAR)
      if (miss <= 1 && (!nearest || miss < nearest.miss)) nearest = { box, miss }
    }
    if (!nearest) continue
    const whole = around([row.known, nearest.box])
    const into = rows.some(
      (other) => other !== row && meets(whole, other.known) && !meets(row.known, other.known),
    )
    score += ONE_MORE - distance(row.known, nearest.box) / unit - nearest.miss * 2 - (into ? INTO_ANOTHER : 0)
  }
  return score
}

/**
 * Gives each row the one thing of a kind that belongs to it. A layout repeats: what belongs together stands in the same
 * place in every row, so the offset that serves most rows wins, and of those the one that keeps closest.
 * @param unit height of a capital, pixels
 */
export function assign(rows: readonly PlacedRow[], things: readonly Placed[], unit: number): Assignment {
  const inReach = (anchor: Box, box: Box) =>
    Math.abs(centre(box) - centre(anchor)) < REACH.x * unit &&
    Math.abs(middleOf(box) - middleOf(anchor)) < REACH.y * unit
  const offsets = rows.flatMap(({ anchor }) =>
    things
      .filter(({ box }) => inReach(anchor, box))
      .flatMap(({ box }) => EDGES.map((edges) => offsetOf(anchor, box, edges))),
  )
  let best: { offset: Offset; score: number } | null = null
  for (const offset of offsets) {
    const score = scoreOf(offset, rows, things, unit)
    if (!best || score > best.score) best = { offset, score }
  }
  const given: (number | null)[] = rows.map(() => null)
  if (!best) return { given, score: 0 }
  const { offset } = best
  const pairs = rows
    .flatMap(({ anchor }, row) =>
      things.map(({ box }, thing) => ({ row, thing, miss: missBy(anchor, box, offset, unit, STILL_NEAR) })),
    )
    .filter(({ miss }) => miss <= 1)
    .toSorted((a, b) => a.miss - b.miss)
  const taken = new Set<number>()
  for (const { row, thing } of pairs) {
    if (given[row] !== null || taken.has(thing)) continue
    given[row] = thing
    taken.add(thing)
  }
  return { given, score: best.score }
}
